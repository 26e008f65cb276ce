args = ...
local argv = args["argv"]
local list = zfs.list.user_properties or zfs.list.properties
local names = {}
local snapshots = {}
local others = {}

local function take(dataset)
  for name in list(dataset) do names[name] = true end
end

local function walk(dataset, levels)
  take(dataset)
  others[dataset] = true
  if levels == 0 then return end
  for snapshot in zfs.list.snapshots(dataset) do
    take(snapshot)
    snapshots[snapshot] = true
  end
  for child in zfs.list.children(dataset) do walk(child, levels - 1) end
end

for i = 2, #argv do walk(argv[i], tonumber(argv[1]) or 100000) end
return { names = names, snapshots = snapshots, others = others }
