; Written by `npm run generate` from src/dsl/ast/words.ts.
["show" "plot" "compare" "explain" "expect" "for" "where" "derive" "minimize" "maximize" "on" "with" "as" "if" "then" "else" "control" "diagnose" "keep" "per" "pareto" "scaling" "against" "edition" "cite" "within" "hint"] @keyword
["let" "sweep" "search" "model" "device" "cluster" "plan" "queue" "run" "fn" "solve" "exercise" "predict"] @keyword.type
["import" "from"] @keyword.import
["and" "or" "not" "in"] @keyword.operator
(comment) @comment
(string) @string
(number) @number
(unit) @type
(boolean) @boolean
(none) @constant.builtin
(identifier) @variable
(member name: (identifier) @property)
(path (identifier) @property)
(argument name: (identifier) @variable.parameter)
(parameters (identifier) @variable.parameter)
(call function: (identifier) @function.call)
(definition name: (identifier) @type.definition)
(function name: (identifier) @function)
["==" "!=" "<" "<=" ">" ">=" "~=" "+" "-" "*" "/" "^" "=" ".."] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," "."] @punctuation.delimiter
