minetest.register_craftitem("hc_test:gem", { description = "Gem", stack_max = 99 })
minetest.register_craftitem("hc_test:rubble", { description = "Rubble" })

-- The tests' client can only register as a new player, so every player is forgotten when they leave.
local function forget(name) minetest.remove_player_auth(name) end
minetest.after(0, function()
	for name in minetest.get_auth_handler().iterate() do forget(name) end
end)
minetest.register_on_leaveplayer(function(player)
	local name = player:get_player_name()
	minetest.after(0, forget, name)
end)

minetest.register_chatcommand("fill", { description = "Fills every empty slot", func = function(name)
	local inventory = minetest.get_player_by_name(name):get_inventory()
	local list = inventory:get_list("main")
	for i, slot in ipairs(list) do
		if slot:is_empty() then list[i] = ItemStack("hc_test:rubble 99") end
	end
	inventory:set_list("main", list)
	return true, "filled"
end })

minetest.register_chatcommand("clear", { description = "Empties the inventory", func = function(name)
	minetest.get_player_by_name(name):get_inventory():set_list("main", {})
	return true, "cleared"
end })
