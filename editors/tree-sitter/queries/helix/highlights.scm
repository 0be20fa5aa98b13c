; Written by `npm run generate` from src/dsl/ast/words.ts.
["show" "plot" "compare" "explain" "expect" "for" "where" "derive" "minimize" "maximize" "on" "with" "as" "if" "then" "else" "control" "diagnose" "keep" "per" "pareto" "scaling" "against" "edition" "cite" "within" "hint"] @keyword
["let" "sweep" "search" "model" "device" "cluster" "plan" "queue" "run" "fn" "solve" "exercise" "predict"] @keyword.storage.type
["import" "from"] @keyword.control.import
["and" "or" "not" "in"] @keyword.operator
(comment) @comment
(string) @string
(number) @constant.numeric
(unit) @type
(boolean) @constant.builtin.boolean
(none) @constant.builtin
(identifier) @variable
(member name: (identifier) @variable.other.member)
(path (identifier) @variable.other.member)
(argument name: (identifier) @variable.parameter)
(parameters (identifier) @variable.parameter)
(call function: (identifier) @function)
(definition name: (identifier) @type)
(function name: (identifier) @function)
["==" "!=" "<" "<=" ">" ">=" "~=" "+" "-" "*" "/" "^" "=" ".."] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," "."] @punctuation.delimiter
