import { about } from "../run/about.ts";
import { deviceResource } from "../run/deviceResource.ts";
import { environment, siteVariables } from "../run/environment.ts";
import { type Job, jobName } from "../run/job.ts";
import { PORT } from "../run/torchrun.ts";
import { shellCommand } from "../text/shell.ts";
import { toYaml, type Yaml } from "../text/yaml.ts";
import { startParts, trainerOf } from "./trainer.ts";

/** Kubernetes manifest of a job: a JobSet with one pod per node. Kueue admits the set whole or not at all. */
export function kubernetesFile(job: Job): string {
  const site = siteVariables(job).map(({ name, value, because }) => `  ${name}=${value}: ${because}`);
  return toYaml(
    jobSet(job),
    about(job, trainerOf(job).table, [
      "JobSet v1alpha2 (jobset.x-k8s.io), admitted as a gang by Kueue: fill in the names of your LocalQueue and of your image.",
      ...(site.length === 0 ? [] : ["Environment variables specific to your site, if needed:", ...site]),
    ]),
  );
}

const WORKER = "node";

/** Kubernetes manifest of a job as data. */
export function jobSet(job: Job): Yaml {
  const { cluster } = job.scenario;
  const name = jobName(job);
  return {
    apiVersion: "jobset.x-k8s.io/v1alpha2",
    kind: "JobSet",
    metadata: { name, labels: { "kueue.x-k8s.io/queue-name": "training" } },
    spec: {
      suspend: true,
      network: { enableDNSHostnames: true, subdomain: name, publishNotReadyAddresses: true },
      failurePolicy: { maxRestarts: RESTARTS },
      successPolicy: { operator: "All" },
      replicatedJobs: [
        {
          name: WORKER,
          replicas: 1,
          template: {
            spec: {
              parallelism: cluster.nodes,
              completions: cluster.nodes,
              completionMode: "Indexed",
              backoffLimit: 0,
              template: { spec: pod(job, name) },
            },
          },
        },
      ],
    },
  };
}

/** Limit on restarts of the whole JobSet, each from the last checkpoint. */
const RESTARTS = 100;

function pod(job: Job, name: string): Yaml {
  const resources = devices(job);
  return {
    restartPolicy: "Never",
    containers: [
      {
        name: "trainer",
        image: "registry.example/training:latest",
        command: ["bash", "-c", script(job, name)],
        env: environment(job).map((one): Yaml => ({ name: one.name, value: one.value })),
        ports: [{ containerPort: PORT }],
        resources: { limits: resources, requests: resources },
        volumeMounts: [{ name: "shared-memory", mountPath: "/dev/shm" }],
      },
    ],
    volumes: [{ name: "shared-memory", emptyDir: { medium: "Memory" } }],
  };
}

/** Shell script of each pod. Processes find each other at the first pod's name in the set's domain. */
function script(job: Job, name: string): string {
  const { cluster } = job.scenario;
  const trainer = trainerOf(job);
  const host = `${name}-${WORKER}-0-0.${name}`;
  const start = startParts(trainer, {
    nodes: String(cluster.nodes),
    devicesPerNode: cluster.devicesPerNode,
    endpoint: `${host}:${PORT}`,
    host,
    port: String(PORT),
    id: name,
    restarts: 0,
  });
  return [
    "set -euo pipefail",
    trainer.setup(job),
    // Kubernetes numbers the pods of an indexed job.
    ...(trainer.alone ? ['export NODE_RANK="$JOB_COMPLETION_INDEX"'] : []),
    shellCommand(start),
  ].join("\n");
}

/** Device and NIC resources that a node's pod requests, as the vendors' device plugins name them. */
function devices(job: Job): Yaml {
  const { cluster } = job.scenario;
  return {
    [deviceResource(job).kubernetes]: cluster.devicesPerNode,
    ...(cluster.scaleOut?.kind === "efa" ? { "vpc.amazonaws.com/efa": cluster.scaleOut.nicsPerNode } : {}),
  };
}
