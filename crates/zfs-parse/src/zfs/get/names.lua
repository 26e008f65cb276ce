args = ...
local argv = args["argv"]
local list = zfs.list.user_properties or zfs.list.properties
local least, enough = tonumber(argv[2]), tonumber(argv[3])
local names = {}
local snapshots = {}
local others = {}
local found, seen = 0, 0

local function take(dataset)
  for name in list(dataset) do names[name] = true end
end

local function in_vain() return seen >= enough and found < least * seen end

local function walk(dataset, levels)
  take(dataset)
  others[dataset] = true
  seen = seen + 1
  if levels == 0 then return end
  for snapshot in zfs.list.snapshots(dataset) do
    take(snapshot)
    snapshots[snapshot] = true
    found = found + 1
  end
  for child in zfs.list.children(dataset) do
    if in_vain() then return end
    walk(child, levels - 1)
  end
end

for i = 4, #argv do
  if in_vain() then break end
  walk(argv[i], tonumber(argv[1]) or 100000)
end
if in_vain() then return {} end
return { names = names, snapshots = snapshots, others = others }
