-- HC Portal: reports players to the shop, pulls deliveries, hands them over once and acknowledges them.
local path = minetest.get_modpath("hc_portal")
local http = minetest.request_http_api()
if not http then
	error("hc_portal: put 'secure.http_mods = hc_portal' into minetest.conf", 0)
end

local function setting(name, default)
	local value = minetest.settings:get("hc_portal." .. name) or default
	if not value or value == "" then error("hc_portal: the setting hc_portal." .. name .. " is missing", 0) end
	return value
end

local url = setting("url"):gsub("/+$", "")
local settings = {
	url = url, public_url = setting("public_url", url):gsub("/+$", ""), key = setting("key"), secret = setting("secret"),
	server_id = setting("server_id", "luanti"), server_name = setting("server_name", "Luanti"), poll = tonumber(setting("poll", "5")) or 5, items = {},
}

local hmac = dofile(path .. "/sha256.lua").hmac
local shop = assert(loadfile(path .. "/shop.lua"))(http, settings, hmac)
local grants = assert(loadfile(path .. "/grants.lua"))(settings)
local storage = minetest.get_mod_storage()

-- Other mods may tell a player's level: hc_portal.level_of = function(player) … end
hc_portal = { level_of = function() return 1 end }

minetest.register_on_mods_loaded(function()
	for id, itemstring in setting("items"):gmatch("([^=;]+)=([^;]+)") do
		local stack = ItemStack(itemstring:trim())
		if not stack:is_known() or stack:is_empty() then error(("hc_portal.items: there is no item %q"):format(itemstring:trim()), 0) end
		settings.items[id:trim()] = stack
	end
end)

-- Reports about players and this server; each is sent until the shop has accepted it.
local reports = { { type = "server", server_id = settings.server_id, name = settings.server_name, status = 0 } }
local reporting = false

local function report()
	if reporting or #reports == 0 then return end
	reporting = true
	local sent = {}
	while #reports > 0 and #sent < 500 do sent[#sent + 1] = table.remove(reports, 1) end
	shop.call("POST", "/game/v1/bulk", { operations = sent }, function(results)
		reporting = false
		if not results then
			for i = #sent, 1, -1 do table.insert(reports, 1, sent[i]) end
			return
		end
		for _, one in ipairs(results) do
			if one.code ~= 0 then
				minetest.log("warning", ("[hc_portal] %s: %s %s"):format(minetest.write_json(sent[one.index + 1]), one.msg, minetest.write_json(one.data) or ""))
			end
		end
	end)
end

minetest.register_on_joinplayer(function(player)
	local name = player:get_player_name()
	storage:set_string("known:" .. name, "1")
	reports[#reports + 1] = { type = "account", uid = name, account = name, emailLogin = false, disabled = false }
	reports[#reports + 1] = { type = "role", server_id = settings.server_id, role_id = name, uid = name, name = name, level = hc_portal.level_of(player) }
	report()
end)

-- Acknowledgements that wait to be sent, by delivery: { grant, player, due }. From `due` on, the player is surely on
-- the disk.
local acks = {}
for key, grant in pairs(storage:to_table().fields) do
	local id = key:match("^ack:(.+)$")
	if id then acks[id] = { grant = grant, due = 0 } end
end

local clock = 0
-- The engine saves players once in each interval of steps, and when they leave.
local SAVED_AFTER = (tonumber(minetest.settings:get("server_map_save_interval")) or 5.3) * 1.5 + 1

minetest.register_on_leaveplayer(function(player)
	local name = player:get_player_name()
	for _, ack in pairs(acks) do
		-- The engine saves a leaving player within half a second.
		if ack.player == name then ack.due = math.min(ack.due, clock + 2) end
	end
end)

-- At a stop the engine saves the players first, then calls this.
minetest.register_on_shutdown(function()
	for id, ack in pairs(acks) do storage:set_string("ack:" .. id, ack.grant) end
end)

local function acknowledge(id, ack)
	if ack.asking or ack.due > clock then return end
	ack.asking = true
	-- The grant is on the disk from here on. Store the acknowledgement, too, so that it can be sent while the player is
	-- away.
	storage:set_string("ack:" .. id, ack.grant)
	shop.call("POST", "/game/v1/deliveries/" .. id .. "/ack", { grant_id = ack.grant }, function(result, answer)
		ack.asking = false
		if not result and not (answer and answer.msg == "DeliveryNotFound") then return end
		if result and result.state ~= "confirmed" then
			minetest.log("warning", ("[hc_portal] %s was granted as %s, but it is %s at the shop"):format(id, ack.grant, result.state))
		end
		acks[id] = nil
		storage:set_string("ack:" .. id, "")
		local player = ack.player and minetest.get_player_by_name(ack.player)
		if player then grants.told(player, id) end
	end)
end

local told_full = {}
local function work(delivery)
	local id, name = delivery.delivery_id, delivery.role_id
	if acks[id] then return end
	local missing = grants.unknown(delivery)
	if missing or not (storage:get_string("known:" .. name) ~= "" or minetest.player_exists(name)) then
		local reason = missing and "no such item: " .. missing or "no such player"
		shop.call("POST", "/game/v1/deliveries/" .. id .. "/ack", { refused = reason }, function() end)
		return
	end
	local player = minetest.get_player_by_name(name)
	if not player then return end -- the delivery waits at the shop until the player is here
	local note, fresh = grants.give(player, delivery)
	if not note then
		if not told_full[id] then minetest.chat_send_player(name, "Your purchase is waiting: make room in your inventory.") end
		told_full[id] = true
		return
	end
	told_full[id] = nil
	if fresh then
		minetest.log("action", ("[hc_portal] %s: %s to %s"):format(id, note.grant, name))
		minetest.chat_send_player(name, "Your purchase is in your inventory. Thank you!")
	end
	acks[id] = { grant = note.grant, player = name, due = clock + (fresh and SAVED_AFTER or 0) }
end

local polling = false
local function pull(after)
	polling = true
	local where = "/game/v1/deliveries?limit=100&server_id=" .. settings.server_id .. (after and "&after=" .. after or "")
	shop.call("GET", where, nil, function(list)
		for _, delivery in ipairs(list or {}) do work(delivery) end
		if list and #list == 100 then return pull(list[100].delivery_id) end
		polling = false
	end)
end

local wait = 0
minetest.register_globalstep(function(dtime)
	clock = clock + dtime
	wait = wait - dtime
	if wait > 0 then return end
	wait = settings.poll
	report()
	for id, ack in pairs(acks) do acknowledge(id, ack) end
	if not polling then pull() end
end)

minetest.register_chatcommand("shop", {
	description = "Opens the web shop, signed in as you",
	func = function(name)
		shop.call("POST", "/game/v1/accounts/" .. name .. "/web-token", "{}", function(result)
			if not result then return minetest.chat_send_player(name, "The shop isn’t responding. Please try again later.") end
			local address = settings.public_url .. "/login?hctoken=" .. result.hctoken
			minetest.chat_send_player(name, "Open this within five minutes: " .. address)
			minetest.show_formspec(name, "hc_portal:shop", "formspec_version[4]size[12,3]label[0.5,0.6;Open this address in your browser within five minutes. It is yours alone.]field[0.5,1.3;11,0.8;address;;"
				.. minetest.formspec_escape(address) .. "]")
		end)
		return true
	end,
})
