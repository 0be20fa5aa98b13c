; Written by `npm run generate` from src/dsl/ast/words.ts.
["show" "plot" "compare" "explain" "expect" "for" "where" "derive" "minimize" "maximize" "on" "with" "as" "if" "then" "else" "control" "diagnose" "keep" "per" "pareto" "scaling" "against" "edition" "cite" "within" "hint"] @keyword
["let" "sweep" "search" "model" "device" "cluster" "plan" "queue" "run" "fn" "solve" "exercise" "predict"] @keyword
["import" "from"] @keyword
["and" "or" "not" "in"] @keyword
(comment) @comment
(string) @string
(number) @number
(unit) @type
(boolean) @boolean
(none) @constant
(identifier) @variable
(member name: (identifier) @property)
(path (identifier) @property)
(argument name: (identifier) @variable.special)
(parameters (identifier) @variable.special)
(call function: (identifier) @function)
(definition name: (identifier) @type)
(function name: (identifier) @function)
["==" "!=" "<" "<=" ">" ">=" "~=" "+" "-" "*" "/" "^" "=" ".."] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," "."] @punctuation.delimiter
