import { numberAt } from "../carry/settings.ts";
import { about } from "../run/about.ts";
import { argumentsOf, type Job, jobName } from "../run/job.ts";
import { toYaml, type Yaml } from "../text/yaml.ts";
import { maxtext } from "./table.ts";

/** Configuration file of a job for MaxText, on top of its base.yml, with synthetic data until its user names some. */
export function maxtextYaml(job: Job): string {
  const { device } = job.scenario.cluster;
  const length = numberAt(job.settings, "model.max_seq_len");
  const data: Readonly<Record<string, Yaml>> = {
    base_config: "base.yml",
    run_name: jobName(job),
    base_output_directory: "outputs",
    hardware: device.architecture?.startsWith("tpu") === true ? "tpu" : "gpu",
    dataset_type: "synthetic",
    model_name: "default",
    enable_dropout: false,
    ...(job.settings["model.positions"] === "learned" && length !== null
      ? { trainable_position_size: length }
      : {}),
    ...argumentsOf(maxtext, job),
    // MaxText's own advice: a pipeline scans its iterations instead of the layers.
    scan_layers: (numberAt(job.settings, "plan.pp") ?? 1) === 1,
  };
  return toYaml(data, about(job, maxtext, NOTES));
}

const NOTES = [
  "A plan has no data, tokenizer or learning rate: add them. Until then, tokens are made up.",
  "`ici` is within a slice or node, `dcn` across them.",
];
