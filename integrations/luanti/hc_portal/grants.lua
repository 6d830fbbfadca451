-- Puts purchases into a player's inventory exactly once, even if the server crashes.
--
-- The note of a grant lies in the player's own metadata, and the engine writes a player's metadata and inventory in one
-- transaction. So either both are on the disk or neither is. The shop is told only after that: a crash before takes the
-- items and the note together, the delivery still waits at the shop, and it is granted again.
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
	-- The shop never asks again for a grant that it has booked: only the newest of those are kept, for questions.
	table.sort(known, function(a, b) return a.at > b.at end)
	for i = KEEP + 1, #known do all[known[i].id] = nil end
	player:get_meta():set_string(NOTES, minetest.write_json(all))
end

-- All items of a delivery as stacks, or nil and the id of the unknown item.
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

-- The list with all stacks in it, or nil if one does not fit: a delivery is never handed over in parts.
local function filled(list, stacks)
	for _, stack in ipairs(stacks) do
		for round = 1, 2 do
			for i, slot in ipairs(list) do
				-- First slots with the same item, then empty slots.
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

-- Grants a delivery and returns its note, or the note of an earlier grant. nil if the inventory has no room.
function grants.give(player, delivery)
	local all = notes(player)
	if all[delivery.delivery_id] then return all[delivery.delivery_id] end
	local inventory = player:get_inventory()
	local list = filled(inventory:get_list("main"), stacks_of(delivery))
	if not list then return nil end
	local grant = "luanti_" .. SecureRandom():next_bytes(8):gsub(".", function(c) return ("%02x"):format(c:byte()) end)
	all[delivery.delivery_id] = { grant = grant, at = os.time() }
	-- Between these two lines no other code runs, and the engine saves nothing.
	inventory:set_list("main", list)
	write(player, all)
	return all[delivery.delivery_id], true
end

-- Notes that the shop has booked the grant.
function grants.told(player, id)
	local all = notes(player)
	if all[id] then
		all[id].told = true
		write(player, all)
	end
end

return grants
