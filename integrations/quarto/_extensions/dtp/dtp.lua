-- Runs the DTP blocks of a document, for Quarto and for pandoc (2.17 or later):
--   pandoc --lua-filter dtp.lua paper.md -o paper.html
-- Code blocks of the class `dtp` are one program, in the document's order. What a block's statements show stands below it:
--   ```{.dtp}               the program and its outputs
--   ```{.dtp echo=false}    the outputs alone
-- `[base.step_time]{.dtp}` in a sentence is the number, as `show base.step_time` prints it.
-- Metadata, all optional:
--   dtp:
--     command: node dtp.cjs      what to call; `node dtp.cjs` where that file is, `dtp` elsewhere
--     figures: dtp-figures       the folder for pictures
-- A program with an error ends the conversion, and so does an expectation that fails.

local function metadata(doc, name, default)
  local own = doc.meta.dtp
  if type(own) == "table" and own[name] ~= nil then return pandoc.utils.stringify(own[name]) end
  return default
end

local function exists(path)
  local file = io.open(path, "r")
  if file then file:close() end
  return file ~= nil
end

local function is_dtp(element)
  return element.classes:includes("dtp") or element.classes:includes("{dtp}")
end

local function lines_of(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line end
  return lines
end

-- Runs the program. Returns what its statements show, as { line, kind, text } in order.
local function run(doc, program)
  local words = {}
  local default = exists("dtp.cjs") and "node dtp.cjs" or "dtp"
  for word in metadata(doc, "command", default):gmatch("%S+") do words[#words + 1] = word end
  local printed = FORMAT:match("latex") or FORMAT:match("beamer") or FORMAT:match("context")
  local arguments = { table.unpack(words, 2) }
  for _, word in ipairs({
    "run", "-", "--markdown",
    "--figures", metadata(doc, "figures", "dtp-figures"),
    "--format", printed and "pdf" or "svg",
  }) do arguments[#arguments + 1] = word end
  local ran, answer = pcall(pandoc.pipe, words[1], arguments, program)
  if not ran then
    error("dtp: the program of this document has an error, or an expectation that fails; dtp says which above", 0)
  end
  local outputs = {}
  for _, line in ipairs(lines_of(answer)) do
    local at, kind = line:match("^<!%-%- dtp: line (%d+), (%w+) %-%->$")
    if at then
      outputs[#outputs + 1] = { line = tonumber(at), kind = kind, text = {} }
    elseif #outputs > 0 then
      local text = outputs[#outputs].text
      text[#text + 1] = line
    end
  end
  return outputs
end

local function parsed(text)
  return pandoc.read(text, "markdown-auto_identifiers-citations").blocks
end

function Pandoc(doc)
  local program, blocks, spans = {}, {}, {}
  local function add(text)
    local first = #program + 1
    for _, line in ipairs(lines_of(text)) do program[#program + 1] = line end
    return { first = first, last = #program }
  end
  doc:walk({
    CodeBlock = function(element)
      if is_dtp(element) then blocks[#blocks + 1] = add(element.text) end
    end,
  })
  doc:walk({
    Span = function(element)
      if is_dtp(element) then
        spans[#spans + 1] = add("show " .. pandoc.utils.stringify(element.content))
      end
    end,
  })
  if #program == 0 then return nil end
  local outputs = run(doc, table.concat(program, "\n") .. "\n")
  local function shown(place)
    local texts = {}
    for _, output in ipairs(outputs) do
      if output.line >= place.first and output.line <= place.last then
        texts[#texts + 1] = table.concat(output.text, "\n")
      end
    end
    return texts
  end
  local block, span = 0, 0
  return doc:walk({
    CodeBlock = function(element)
      if not is_dtp(element) then return nil end
      block = block + 1
      local made = pandoc.List({})
      if element.attributes.echo ~= "false" then
        element.classes = { "dtp" }
        element.attributes.echo = nil
        made:insert(element)
      end
      for _, text in ipairs(shown(blocks[block])) do made:extend(parsed(text)) end
      return made
    end,
    Span = function(element)
      if not is_dtp(element) then return nil end
      span = span + 1
      local name = pandoc.utils.stringify(element.content)
      local found = shown(spans[span])
      local made = found[1] and parsed(found[1]) or {}
      local value = #found == 1 and #made == 1 and pandoc.utils.stringify(made[1]):match("^.- = (.+)$")
      if not value then error("dtp: `" .. name .. "` is no single number; use a block with `show " .. name .. "`", 0) end
      return pandoc.Str(value)
    end,
  })
end
