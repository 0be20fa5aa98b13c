"""The DTP language for Pygments: ``jupyter nbconvert`` and Sphinx colour it once this package is installed."""

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

__all__ = ["DtpLexer"]

DEFINITIONS = ("model", "device", "cluster", "plan", "queue", "run", "let", "fn", "sweep", "search", "solve", "exercise", "derive")
# Never names, wherever they stand; `DEFINITIONS` that are also names have their meaning before one.
KEYWORDS = (
    *("show", "plot", "compare", "explain", "expect", "import", "for", "where", "minimize", "maximize", "in", "on", "with", "as"),
    *("and", "or", "not", "if", "then", "else"),
)
NAMES = r"[A-Za-z_]\w*"


class DtpLexer(RegexLexer):
    """Models, clusters and parallel plans in the DTP language."""

    name = "DTP"
    aliases = ["dtp"]
    filenames = ["*.dtp"]
    mimetypes = ["text/x-dtp"]
    url = "https://www.npmjs.com/package/dtplan"

    tokens = {
        "root": [
            (r"\s+", Whitespace),
            (r"(?:#|//).*", Comment.Single),
            (r"^%%?[a-z]\w*.*", Comment.Preproc),
            (r"\"(?:[^\"\\\n]|\\.)*\"?|'[^'\n]*'|“[^”\n]*”?", String),
            (
                rf"({'|'.join(DEFINITIONS)})([ \t]+)({NAMES})",
                bygroups(Keyword.Declaration, Whitespace, Name.Class),
            ),
            (r"^([ \t]*)(control|diagnose)(?=[ \t]+[A-Za-z_])", bygroups(Whitespace, Keyword)),
            (words(KEYWORDS, prefix=r"(?<![\w.])", suffix=r"\b"), Keyword),
            (words(("true", "false", "none"), prefix=r"(?<![\w.])", suffix=r"\b"), Keyword.Constant),
            (r"(?:from|cite|hint)(?=[ \t]*[\"“'])|(?:keep|per|pareto|scaling|against|edition|within)(?=[ \t]+[\w$(-])", Keyword),
            (r"1f1b\b", Name),
            (r"\$?\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?", Number, "unit"),
            (rf"{NAMES}(?=\s*\()", Name.Function),
            (rf"{NAMES}(?=\s*=(?!=))", Name.Attribute),
            (NAMES, Name),
            (r"[=!<>~:]=|\*\*|&&|\|\||\.\.|[-+*/^<>=!:≈≤≥≠×·÷−%$]", Operator),
            (r"[{}()\[\],.;]", Punctuation),
        ],
        # 300 GB/s, 90%, $2/h: a unit follows its number, and an operator or a clause's word is none
        "unit": [
            (
                r"([ \t]*)(?!(?:for|in|on|with|as|and|or|not|if|then|else|where|keep|per|within|cite|minimize|maximize)\b)"
                r"((?:%|/?[A-Za-zµ]+)(?:[/*^·][A-Za-z0-9]+)*)",
                bygroups(Whitespace, Keyword.Type),
                "#pop",
            ),
            (r"", Whitespace, "#pop"),
        ],
    }
