import { when } from "./modelCode.ts";
import type { Traits } from "./traits.ts";

/** Functions that lay a part of the model out over the mesh: tensor parallelism first, then data parallelism. */
export function parallelCode(traits: Traits): string {
  return [...shards(), ...tensorParallel(traits), ...dataParallel(traits), ...build(traits)].join("\n");
}

function shards(): readonly string[] {
  return [
    "def part_of(whole, parameter):",
    '    """A rank\'s shard of a parameter, without communication: tensor parallelism\'s first, data parallelism\'s of it."""',
    "    mesh = parameter.device_mesh",
    "    for dimension in reversed(range(mesh.ndim)):",
    '        cut = getattr(parameter.placements[dimension], "dim", None)',
    "        if cut is not None:",
    "            parts = torch.chunk(whole, mesh.size(dimension), cut)",
    "            rank = mesh.get_local_rank(dimension)",
    "            whole = parts[rank] if rank < len(parts) else whole.narrow(cut, 0, 0)",
    "    return whole",
    "",
    "",
  ];
}

function tensorParallel({
  tensorParallel,
  sequenceParallel: sequence,
  gated,
  positions,
  qkNorm,
  tied,
}: Traits): readonly string[] {
  if (!tensorParallel) return [];
  const lookup = sequence
    ? "RowwiseParallel(input_layouts=Replicate(), output_layouts=Shard(1))"
    : "RowwiseParallel(input_layouts=Replicate())";
  const input = sequence
    ? "PrepareModuleInput(input_layouts=(Shard(1),), desired_input_layouts=(Replicate(),))"
    : "PrepareModuleInput(input_layouts=(Replicate(),), desired_input_layouts=(Replicate(),))";
  const out = sequence ? "RowwiseParallel(output_layouts=Shard(1))" : "RowwiseParallel()";
  const head = sequence
    ? "ColwiseParallel(input_layouts=Shard(1), output_layouts=Shard(-1), use_local_output=False)"
    : "ColwiseParallel(output_layouts=Shard(-1), use_local_output=False)";
  return [
    "def tensor_parallel(model, mesh):",
    sequence
      ? '    """Shards matmuls over tp. Between them a rank has a part of the tokens (sequence parallelism, arXiv:2205.05198)."""'
      : '    """Shards matmuls over tp: the first of two by columns, the second by rows (arXiv:1909.08053)."""',
    "    styles = {",
    `        "embed": ${lookup},`,
    ...when(positions === "learned", `        "positions": ${lookup},`),
    ...when(sequence, '        "norm": SequenceParallel(),'),
    `        "head": ${head},`,
    "    }",
    "    for name in model.layers:",
    '        inside = f"layers.{name}."',
    "        styles |= {",
    ...when(sequence, '            inside + "attention_norm": SequenceParallel(),'),
    `            inside + "attention": ${input},`,
    ...["q", "k", "v"].map((one) => `            inside + "attention.${one}": ColwiseParallel(),`),
    ...when(
      qkNorm,
      '            inside + "attention.q_norm": SequenceParallel(sequence_dim=2, use_local_output=True),',
      '            inside + "attention.k_norm": SequenceParallel(sequence_dim=2, use_local_output=True),',
    ),
    `            inside + "attention.out": ${out},`,
    ...when(sequence, '            inside + "mlp_norm": SequenceParallel(),'),
    `            inside + "mlp": ${input},`,
    ...when(gated, '            inside + "mlp.gate": ColwiseParallel(),'),
    '            inside + "mlp.up": ColwiseParallel(),',
    `            inside + "mlp.down": ${out},`,
    "        }",
    "    held = dict(model.named_modules())",
    "    parallelize_module(model, mesh, {name: style for name, style in styles.items() if name in held})",
    ...when(tied, "    model.head.weight = model.embed.weight"),
    "",
    "",
  ];
}

function dataParallel({ data, halfPrecision, reshardAfter }: Traits): readonly string[] {
  if (data === "ddp")
    return [
      "def data_parallel(model, mesh):",
      '    """Replicas with whole weights, gradients and optimizer state: ZeRO 0."""',
      "    return DistributedDataParallel(model, process_group=mesh.get_group())",
      "",
      "",
    ];
  const policy = halfPrecision
    ? [
        "    formats = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=getattr(torch, cfg.precision.reduce))",
      ]
    : [];
  const options = [
    "mesh=mesh",
    ...when(halfPrecision, "mp_policy=formats"),
    `reshard_after_forward=${reshardAfter === "forward" ? "True" : "False"}`,
  ].join(", ");
  const why = {
    forward: "A layer's weights are gathered in forward, freed after it, and gathered again in backward.",
    backward: "A layer's weights are gathered in forward and freed after backward.",
    step: "A layer's weights are gathered in the first forward of a step and freed after the last backward.",
  }[reshardAfter];
  return [
    "def data_parallel(model, mesh):",
    data === "hsdp"
      ? '    """FSDP2 (arXiv:2411.00284) inside groups of replicas, and an all-reduce of gradients over the groups."""'
      : '    """FSDP2 (arXiv:2411.00284): weights, gradients and optimizer state are sharded over the replicas."""',
    ...policy,
    `    # ${why}`,
    "    for layer in model.layers.values():",
    `        fully_shard(layer, ${options})`,
    "    # The embedding, the last norm and the head are one more unit.",
    `    return fully_shard(model, ${options})`,
    "",
    "",
  ];
}

function build({ tensorParallel, tied, data }: Traits): readonly string[] {
  const dp = data === "hsdp" ? 'mesh["dp_replicate", "dp_shard"]' : 'mesh["dp"]';
  return [
    "def build(mesh, device, first=0, last=None):",
    '    """The layers first to last - 1, laid out over the mesh, on this rank\'s device."""',
    ...(tied
      ? ["    with device:", "        model = Decoder(first, last)"]
      : [
          '    with torch.device("meta"):  # shapes alone: a rank never holds the whole model',
          "        model = Decoder(first, last)",
        ]),
    ...when(tensorParallel, '    tensor_parallel(model, mesh["tp"])'),
    ...(data === "ddp"
      ? [
          ...when(!tied, "    model.to_empty(device=device)"),
          "    initialise(model)",
          `    return data_parallel(model, ${dp})`,
        ]
      : [
          `    data_parallel(model, ${dp})`,
          ...when(!tied, "    model.to_empty(device=device)"),
          "    initialise(model)",
          "    return model",
        ]),
    "",
    "",
  ];
}
