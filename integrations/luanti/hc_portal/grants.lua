-- Puts what was bought into a player's inventory, once, whenever the server dies.
--
-- The note of a grant lies in the player's own metadata, and the engine writes a player's metadata and inventory in one
-- transaction. So either both are on the disk or neither. The shop is told only after they are: before that, a crash takes
-- the items and the note together, the shop still has the delivery waiting, and it is granted again.
local settings = ...
local grants = {}
local NOTES = "hc_portal:grants"
local KEEP = 200

local function notes(player)
	local text = player:get_meta():get_string(NOTES)
	return text ~= "" and minetest.parse_json(text) or {}
end

local function write(player, all)
	local known = {}
	for id, note in pairs(all) do
		if note.told then known[#known + 1] = { id = id, at = note.at } end
	end
	-- What the shop has booked, it never asks for again: only the newest of those are kept, for questions.
	table.sort(known, function(a, b) return a.at > b.at end)
	for i = KEEP + 1, #known do all[known[i].id] = nil end
	player:get_meta():set_string(NOTES, minetest.write_json(all))
end

-- Everything of a delivery as stacks, or nil and what is not known.
local function stacks_of(delivery)
	local stacks = {}
	for _, item in ipairs(delivery.items) do
		local wanted = settings.items[item.cp_goods_id]
		if not wanted or not wanted:is_known() then return nil, item.cp_goods_id end
		local left = math.floor(wanted:get_count() * item.quantity * (100 + (item.bonus or 0)) / 100)
		while left > 0 do
			local stack = ItemStack(wanted)
			stack:set_count(math.min(left, stack:get_stack_max()))
			left = left - stack:get_count()
			stacks[#stacks + 1] = stack
		end
	end
	return stacks
end

-- The list with all stacks in it, or nil where one has no room: nothing is handed over by halves.
local function filled(list, stacks)
	for _, stack in ipairs(stacks) do
		for round = 1, 2 do
			for i, slot in ipairs(list) do
				-- Slots of the same kind first, empty ones after.
				if not stack:is_empty() and (slot:is_empty() == (round == 2)) then
					stack = slot:add_item(stack)
					list[i] = slot
				end
			end
		end
		if not stack:is_empty() then return nil end
	end
	return list
end

function grants.unknown(delivery)
	local _, missing = stacks_of(delivery)
	return missing
end

-- The note of a delivery: of now or of before. nil where the inventory has no room.
function grants.give(player, delivery)
	local all = notes(player)
	if all[delivery.delivery_id] then return all[delivery.delivery_id] end
	local inventory = player:get_inventory()
	local list = filled(inventory:get_list("main"), stacks_of(delivery))
	if not list then return nil end
	local grant = "luanti_" .. SecureRandom():next_bytes(8):gsub(".", function(c) return ("%02x"):format(c:byte()) end)
	all[delivery.delivery_id] = { grant = grant, at = os.time() }
	-- Between these two lines nothing runs, and nothing is saved.
	inventory:set_list("main", list)
	write(player, all)
	return all[delivery.delivery_id], true
end

-- The shop has booked it.
function grants.told(player, id)
	local all = notes(player)
	if all[id] then
		all[id].told = true
		write(player, all)
	end
end

return grants
