// Written by `npm run generate` from src/dsl/ast/words.ts.
static const char *const HARD[] = {"let", "show", "plot", "compare", "explain", "sweep", "search", "expect", "import", "for", "where", "derive", "minimize", "maximize", "in", "on", "with", "as", "and", "or", "not", "if", "then", "else", "true", "false", "none", 0};
static const char *const SOFT[] = {"model", "device", "cluster", "plan", "queue", "run", "fn", "solve", "control", "exercise", "predict", "diagnose", "from", "keep", "per", "pareto", "scaling", "against", "edition", "cite", "within", "hint", 0};
static const char *const SCALES[] = {"K", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "B", 0};
enum { SOFT_COUNT = 22 };

// Whether a blank must follow a soft word of the grammar, and the characters with which the text after it begins.
static const struct {
  bool blank;
  const char *begins;
} FOLLOWS[] = {
    {true, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {true, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {true, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {true, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {true, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {true, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {true, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {true, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {true, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {true, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {true, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {true, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {false, "\"'"},
    {true, "$(0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {true, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {true, "$(-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {true, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {true, "(0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {true, "$(0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {false, "\"'"},
    {true, "$(0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
    {false, "\"'"},
};
