import type { Limits } from "../../core/limit.ts";

/** Networks that are not modelled, as none is built so. */
export const machineLimits: Limits = {
  of: "Machines",
  limits: [
    {
      fields: ["cluster.scale_up.twisted"],
      what: "a twisted torus that is not twice as long as it is wide",
      why: "the published twists are of these two shapes",
      instead: "use a shape of k x k x 2k or k x 2k x 2k",
      asked: ({ cluster: { scaleUp } }) => {
        const { kind, shape, twisted } = scaleUp;
        const [k = 0, middle = 0, longest = 0] = [...shape].sort((a, b) => a - b);
        const doubled = shape.length === 3 && longest === 2 * k && (middle === k || middle === longest);
        return kind === "torus" && twisted && !doubled && `a twisted torus of ${shape.join(" x ")}`;
      },
    },
    {
      fields: ["cluster.sites"],
      what: "sites of unequal size, or with part of a scale-up domain",
      why: "a collective runs site by site, and every site must have the same number of devices",
      instead: "use sites of equal size, each with whole scale-up domains",
      asked: ({ cluster: { nodes, devices, scaleUp, sites } }) =>
        sites !== null &&
        (nodes % sites.count !== 0 || devices / sites.count < scaleUp.domain) &&
        `${nodes} nodes over ${sites.count} sites`,
    },
    {
      fields: ["cluster.sites"],
      what: "sites without a network inside them",
      why: "traffic between sites starts from the network of a site",
      instead: "give the cluster a `scale_out`",
      asked: ({ cluster: { scaleOut, sites } }) => sites !== null && scaleOut === null,
    },
    {
      fields: ["cluster.collectives", "cluster.scale_up"],
      what: "collectives in the network without switches that reduce",
      why: "only switches with SHARP sum what devices send",
      instead: "use `ring`, `tree` or `hierarchical`, or a scale-up network with `sharp = true`",
      asked: ({ cluster: { collectives, scaleUp } }) => collectives === "in_network" && !scaleUp.sharp,
    },
    {
      fields: ["cluster.collectives", "cluster.scale_up"],
      what: "a chosen algorithm of collectives on a torus",
      why: "a torus runs rings along its dimensions, one after the other",
      instead: "leave out `collectives`",
      asked: ({ cluster: { collectives, scaleUp } }) =>
        (collectives === "tree" || collectives === "hierarchical") &&
        scaleUp.kind === "torus" &&
        `\`collectives = ${collectives}\` on a torus`,
    },
    {
      fields: ["cluster.device.power_limit", "cluster.device.idle_power"],
      what: "a device held to the power that it draws while idle, or less",
      why: "no power would be left for computing",
      instead: "set `power_limit` above `idle_power`",
      asked: ({ cluster: { device } }) =>
        device.powerLimitWatts < device.powerWatts &&
        device.powerLimitWatts <= device.idleWatts &&
        `a device held to ${device.powerLimitWatts} W that draws ${device.idleWatts} W while idle`,
    },
  ],
};
