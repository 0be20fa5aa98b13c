import { useRoute, withBase } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { nextTick, onMounted, watch } from "vue";
import { adoptStyle } from "../../../src/editor/adoptStyle.ts";
import { darkRules } from "../../../src/report/figures/theme/darkColors.ts";
import { liveFigures } from "./liveFigures.ts";
import { livePrograms } from "./livePrograms.ts";
import { printLight } from "./printLight.ts";
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
    onMounted(() => {
      adoptStyle("dark figures", darkRules(".dark svg.dtp-figure"));
      printLight();
    });
    watch(() => route.path, enliven);
  },
};
