args = ...
local argv = args["argv"]
local list = zfs.list.user_properties or zfs.list.properties
local depth = tonumber(argv[1]) or 100000
local least, enough, most = tonumber(argv[2]), tonumber(argv[3]), tonumber(argv[4])
local byte = string.byte
local known, names, lines = {}, 0, ""
local snapshots, others, sum = 0, 0, 0

local function hash(text, from, h)
  for i = from, #text do h = (h * 257 + byte(text, i)) % 2147483647 end
  return h
end

local function mixed(h)
  for _ = 1, 3 do h = (h * h + 1) % 2147483647 end
  return h
end

local function take(dataset)
  for name in list(dataset) do
    if not known[name] then
      known[name] = true
      names = names + 1
      if names > most then error("told nothing", 0) end
      lines = lines .. name .. "\n"
    end
  end
end

local function walk(dataset, levels)
  if others >= enough and snapshots < least * others then error("told nothing", 0) end
  take(dataset)
  others = others + 1
  if levels == 0 then return end
  local h = hash(dataset, 1, 0)
  for snapshot in zfs.list.snapshots(dataset) do
    if not known[snapshot] then
      known[snapshot] = true
      take(snapshot)
      snapshots = snapshots + 1
      sum = sum + mixed(hash(snapshot, #dataset + 1, h))
    end
  end
  for child in zfs.list.children(dataset) do walk(child, levels - 1) end
end

for i = 5, #argv do walk(argv[i], depth) end
error("told " .. names .. " " .. snapshots .. " " .. others .. " " .. sum .. "\n" .. lines .. "told all", 0)
