import { numberAt, type Settings, toNested } from "../carry/settings.ts";
import { about } from "../run/about.ts";
import { argumentsOf, type Job, jobName } from "../run/job.ts";
import { Float, toYaml, type Yaml } from "../text/yaml.ts";
import { nanotron } from "./table.ts";

/** Configuration file of a job for nanotron's `run_train.py`, with made-up data until its user names some. */
export function nanotronYaml(job: Job): string {
  const given = argumentsOf(nanotron, job);
  const plan = Object.fromEntries(
    Object.entries(given).map(([key, value]): [string, Yaml] => [
      key,
      typeof value === "object" && value !== null ? value.map(Number) : value,
    ]),
  );
  const whole = toNested({ ...plan, ...OF_THE_RUN, ...optimizerOf(given), ...projectOf(job) });
  return toYaml({ ...whole, ...DATA }, about(job, nanotron, NOTES));
}

const NOTES = [
  "A plan has no data, tokenizer or learning rate: fill them in. Without a dataset, tokens are made up.",
];

/** Keys that nanotron requires and no plan has. */
const OF_THE_RUN: Readonly<Record<string, Yaml>> = {
  "checkpoints.checkpoints_path": "checkpoints",
  "checkpoints.save_final_state": false,
  "model.init_method.std": new Float(0.02),
  "optimizer.clip_grad": new Float(1),
  "optimizer.learning_rate_scheduler.learning_rate": new Float(3e-4),
  "optimizer.learning_rate_scheduler.lr_warmup_steps": 0,
  "optimizer.learning_rate_scheduler.lr_warmup_style": "linear",
  "optimizer.learning_rate_scheduler.lr_decay_style": "cosine",
  "optimizer.learning_rate_scheduler.min_decay_lr": new Float(3e-5),
};

function optimizerOf(given: Settings): Readonly<Record<string, Yaml>> {
  const factory = "optimizer.optimizer_factory";
  return {
    "optimizer.weight_decay": new Float(numberAt(given, "optimizer.weight_decay") ?? 0.1),
    ...(given[`${factory}.name`] === "sgd"
      ? {}
      : {
          [`${factory}.adam_beta1`]: new Float(0.9),
          [`${factory}.adam_beta2`]: new Float(0.95),
          [`${factory}.adam_eps`]: new Float(1e-8),
          [`${factory}.torch_adam_is_fused`]: true,
        }),
  };
}

const projectOf = (job: Job): Readonly<Record<string, Yaml>> => ({
  "general.project": jobName(job),
  "general.run": jobName(job),
});

/** Stages of the training data: one, of made-up tokens. */
const DATA = {
  data_stages: [
    {
      name: "training",
      start_training_step: 1,
      data: { dataset: null, seed: 42, num_loading_workers: 1 },
    },
  ],
};
