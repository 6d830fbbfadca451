-- Calls of the shop's game API, signed (docs/game-integration.md).
local http, settings, hmac = ...
local shop = {}

local last = os.time() * 1000 + math.random(0, 999)
-- Returns the time, but never the same time twice: the same call in the same millisecond would have the same signature.
local function stamp()
	last = math.max(last + 1, os.time() * 1000)
	return ("%d"):format(last)
end

local complained = -60
local function complain(text)
	if minetest.get_us_time() / 1e6 - complained < 60 then return end
	complained = minetest.get_us_time() / 1e6
	minetest.log("warning", "[hc_portal] " .. text)
end

-- Calls done(result, answer): with the result if the shop accepted the call; else with nil, and the shop's answer if
-- there was one.
function shop.call(method, path, body, done)
	local text = body and (type(body) == "string" and body or minetest.write_json(body)) or ""
	local time = stamp()
	http.fetch({
		url = settings.url .. path, method = method, timeout = 15,
		data = method ~= "GET" and text or nil,
		extra_headers = {
			"Content-Type: application/json", "x-hc-key: " .. settings.key, "x-hc-timestamp: " .. time,
			"x-hc-signature: " .. hmac(settings.secret, method .. "\n" .. path .. "\n" .. time .. "\n" .. text),
		},
	}, function(response)
		local answer = response.succeeded and response.code == 200 and minetest.parse_json(response.data or "")
		if type(answer) ~= "table" then
			complain(("%s %s: %s"):format(method, path, response.timeout and "no answer in time" or "HTTP " .. tostring(response.code)))
			return done(nil)
		end
		if answer.code ~= 0 then
			minetest.log("warning", ("[hc_portal] %s %s: %s %s"):format(method, path, tostring(answer.msg), minetest.write_json(answer.data) or ""))
			return done(nil, answer)
		end
		done(answer.result, answer)
	end)
end

return shop
