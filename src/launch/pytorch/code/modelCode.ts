import type { Traits } from "./traits.ts";

/** Lines that a section has only under a condition. */
export const when = (condition: boolean, ...lines: readonly string[]): readonly string[] =>
  condition ? lines : [];

/** The decoder of a plan's model in PyTorch: attention, MLP, layers, and the part of them that a stage holds. */
export function modelCode(traits: Traits): string {
  return [
    ...norms(traits),
    ...rotation(traits),
    ...attention(traits),
    ...mlp(traits),
    ...layer(traits),
    ...decoder(traits),
    ...initialise(),
  ].join("\n");
}

function norms({ layerNorm }: Traits): readonly string[] {
  return [
    "def norm(width):",
    layerNorm ? "    return nn.LayerNorm(width)" : "    return nn.RMSNorm(width, eps=1e-5)",
    "",
    "",
  ];
}

function rotation({ positions }: Traits): readonly string[] {
  return when(
    positions === "rotary",
    "@lru_cache(maxsize=4)",
    "def angles(tokens, width, device):",
    '    """Angles of rotary positions (arXiv:2104.09864): [tokens, width / 2]."""',
    "    frequencies = cfg.train.rotary_base ** (-torch.arange(0, width, 2, device=device) / width)",
    "    return torch.outer(torch.arange(tokens, device=device), frequencies)",
    "",
    "",
    "def rotate(x):",
    '    """Rotates pairs of features by their token\'s position. x: [batch, tokens, heads, d_head]."""',
    "    angle = angles(x.shape[1], x.shape[3], x.device)[:, None, :]",
    "    left, right = x.float().chunk(2, dim=-1)",
    "    turned = (left * angle.cos() - right * angle.sin(), left * angle.sin() + right * angle.cos())",
    "    return torch.cat(turned, dim=-1).to(x.dtype)",
    "",
    "",
  );
}

function attention({ qkNorm, positions, flash, tensorParallel }: Traits): readonly string[] {
  return [
    "class Attention(nn.Module):",
    '    """Causal attention. In and out: [batch, tokens, d_model]. kv_heads < heads is grouped-query attention."""',
    "",
    "    def __init__(self):",
    "        super().__init__()",
    "        m = cfg.model",
    "        self.q = nn.Linear(m.d_model, m.heads * m.d_head, bias=m.qkv_bias)",
    "        self.k = nn.Linear(m.d_model, m.kv_heads * m.d_head, bias=m.qkv_bias)",
    "        self.v = nn.Linear(m.d_model, m.kv_heads * m.d_head, bias=m.qkv_bias)",
    ...when(qkNorm, "        self.q_norm, self.k_norm = norm(m.d_head), norm(m.d_head)"),
    "        self.out = nn.Linear(m.heads * m.d_head, m.d_model, bias=m.bias)",
    "",
    "    def forward(self, x):",
    "        batch, tokens, _ = x.shape",
    ...when(tensorParallel, "        # Under tensor parallelism q, k and v are those of this rank's heads."),
    "        q, k, v = (each(x).view(batch, tokens, -1, cfg.model.d_head) for each in (self.q, self.k, self.v))",
    ...when(qkNorm, "        q, k = self.q_norm(q), self.k_norm(k)"),
    ...when(positions === "rotary", "        q, k = rotate(q), rotate(k)"),
    "        q, k, v = (each.transpose(1, 2) for each in (q, k, v))",
    ...(flash
      ? [
          "        x = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=q.shape[1] != k.shape[1])",
        ]
      : [
          "        with sdpa_kernel(SDPBackend.MATH):  # the plan has no fused attention",
          "            x = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=q.shape[1] != k.shape[1])",
        ]),
    "        return self.out(x.transpose(1, 2).flatten(2))",
    "",
    "",
  ];
}

function mlp({ gated }: Traits): readonly string[] {
  return [
    "class Mlp(nn.Module):",
    "    def __init__(self):",
    "        super().__init__()",
    "        m = cfg.model",
    ...when(gated, "        self.gate = nn.Linear(m.d_model, m.d_ff, bias=m.bias)"),
    "        self.up = nn.Linear(m.d_model, m.d_ff, bias=m.bias)",
    "        self.down = nn.Linear(m.d_ff, m.d_model, bias=m.bias)",
    "",
    "    def forward(self, x):",
    gated
      ? "        return self.down(ACTIVATIONS[cfg.model.mlp](self.gate(x)) * self.up(x))"
      : "        return self.down(ACTIVATIONS[cfg.model.mlp](self.up(x)))",
    "",
    "",
    'ACTIVATIONS = {"swiglu": F.silu, "geglu": F.gelu, "gelu": F.gelu, "relu": F.relu}',
    "",
    "",
  ];
}

function layer({ recompute }: Traits): readonly string[] {
  return [
    "class Layer(nn.Module):",
    ...(recompute
      ? [
          "    def __init__(self, recomputed):",
          "        super().__init__()",
          "        self.recomputed = recomputed",
        ]
      : ["    def __init__(self):", "        super().__init__()"]),
    "        self.attention_norm, self.attention = norm(cfg.model.d_model), Attention()",
    "        self.mlp_norm, self.mlp = norm(cfg.model.d_model), Mlp()",
    "        self.dropout = nn.Dropout(cfg.model.dropout)",
    "",
    ...when(
      recompute,
      "    def forward(self, x):",
      "        # Activation checkpointing saves the layer's input alone and computes the rest again in backward.",
      "        return checkpoint(self.body, x, use_reentrant=False) if self.recomputed else self.body(x)",
      "",
    ),
    recompute ? "    def body(self, x):" : "    def forward(self, x):",
    "        x = x + self.dropout(self.attention(self.attention_norm(x)))",
    "        return x + self.dropout(self.mlp(self.mlp_norm(x)))",
    "",
    "",
  ];
}

function decoder({
  recompute,
  positions,
  tied,
  halfPrecision,
  data,
  tensorParallel,
}: Traits): readonly string[] {
  const cast = halfPrecision && data === "ddp";
  return [
    "class Decoder(nn.Module):",
    '    """Layers first to last - 1, with the embedding before the first layer and the head after the last."""',
    "",
    "    def __init__(self, first=0, last=None):",
    "        super().__init__()",
    "        m = cfg.model",
    "        last = m.layers if last is None else last",
    "        self.embed = nn.Embedding(m.vocab, m.d_model) if first == 0 else None",
    ...when(
      positions === "learned",
      "        self.positions = nn.Embedding(m.max_seq_len, m.d_model) if first == 0 else None",
    ),
    ...when(recompute, "        again = m.layers if cfg.recompute.layers is None else cfg.recompute.layers"),
    recompute
      ? "        self.layers = nn.ModuleDict({str(i): Layer(i - first < again) for i in range(first, last)})"
      : "        self.layers = nn.ModuleDict({str(i): Layer() for i in range(first, last)})",
    "        self.norm = norm(m.d_model) if last == m.layers else None",
    "        self.head = nn.Linear(m.d_model, m.vocab, bias=False) if last == m.layers else None",
    ...when(tied && !tensorParallel, "        self.head.weight = self.embed.weight"),
    "",
    "    def forward(self, x):",
    '        """x: tokens [batch, tokens], or activations of the stage before. Returns logits, or activations."""',
    ...(positions === "learned"
      ? [
          "        if self.embed is not None:",
          "            places = torch.arange(x.shape[1], device=x.device).expand(x.shape)",
          `            x = ${cast ? "(" : ""}self.embed(x) + self.positions(places)${cast ? ").to(torch.bfloat16)" : ""}`,
        ]
      : [
          "        if self.embed is not None:",
          `            x = self.embed(x)${cast ? ".to(torch.bfloat16)" : ""}`,
        ]),
    "        for layer in self.layers.values():",
    "            x = layer(x)",
    "        return x if self.head is None else self.head(self.norm(x))",
    "",
    "",
  ];
}

function initialise(): readonly string[] {
  return [
    "@torch.no_grad()",
    "def initialise(model):",
    '    """Draws each parameter by its name, so that every plan starts from the same weights on any number of ranks."""',
    "    for name, parameter in model.named_parameters():",
    "        whole = torch.ones(parameter.shape, device=parameter.device)",
    '        if "norm" not in name:',
    "            generator = torch.Generator(parameter.device).manual_seed(zlib.crc32(name.encode()))",
    "            whole.normal_(std=0.02, generator=generator)",
    '        if name.endswith("bias"):',
    "            whole.zero_()",
    "        if isinstance(parameter, DTensor):",
    "            whole = part_of(whole, parameter)",
    "            parameter.to_local().copy_(whole)",
    "        else:",
    "            parameter.copy_(whole)",
    "",
    "",
  ];
}
