import { useRoute, withBase } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { nextTick, onMounted, watch } from "vue";
import { liveFigures } from "./liveFigures.ts";
import { livePrograms } from "./livePrograms.ts";
import "./style.css";

export default {
  extends: DefaultTheme,
  setup() {
    const route = useRoute();
    const enliven = () =>
      nextTick(() => {
        livePrograms(document.body, withBase("/"));
        liveFigures(document.body, withBase("/"));
      });
    onMounted(enliven);
    watch(() => route.path, enliven);
  },
};
