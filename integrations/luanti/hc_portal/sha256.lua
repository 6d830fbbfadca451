-- SHA-256 (FIPS 180-4) and HMAC (RFC 2104) over strings of bytes, with the engine's own bit library.
local band, bxor, bnot, ror, shr, tobit = bit.band, bit.bxor, bit.bnot, bit.ror, bit.rshift, bit.tobit
local char, byte, rep, floor = string.char, string.byte, string.rep, math.floor

-- The first 32 bits of the fractional parts: cube roots of the first 64 primes, square roots of the first 8.
local K, H0 = {}, {}
do
	local function fraction(x) return tobit(floor((x - floor(x)) * 4294967296)) end
	local n, candidate = 0, 2
	while n < 64 do
		local prime = true
		for d = 2, floor(math.sqrt(candidate)) do
			if candidate % d == 0 then prime = false break end
		end
		if prime then
			n = n + 1
			if n <= 8 then H0[n] = fraction(candidate ^ 0.5) end
			K[n] = fraction(candidate ^ (1 / 3))
		end
		candidate = candidate + 1
	end
end

local function word(n)
	return char(band(shr(n, 24), 255), band(shr(n, 16), 255), band(shr(n, 8), 255), band(n, 255))
end

local function digest(message)
	local length = #message
	message = message .. "\128" .. rep("\0", (55 - length) % 64) .. word(floor(length / 536870912)) .. word(tobit(length * 8 % 4294967296))
	local h1, h2, h3, h4, h5, h6, h7, h8 = unpack(H0)
	local w = {}
	for at = 1, #message, 64 do
		for i = 1, 16 do
			local a, b, c, d = byte(message, at + i * 4 - 4, at + i * 4 - 1)
			w[i] = tobit(a * 16777216 + b * 65536 + c * 256 + d)
		end
		for i = 17, 64 do
			local x, y = w[i - 15], w[i - 2]
			w[i] = tobit(w[i - 16] + bxor(ror(x, 7), ror(x, 18), shr(x, 3)) + w[i - 7] + bxor(ror(y, 17), ror(y, 19), shr(y, 10)))
		end
		local a, b, c, d, e, f, g, h = h1, h2, h3, h4, h5, h6, h7, h8
		for i = 1, 64 do
			local t1 = h + bxor(ror(e, 6), ror(e, 11), ror(e, 25)) + bxor(band(e, f), band(bnot(e), g)) + K[i] + w[i]
			local t2 = bxor(ror(a, 2), ror(a, 13), ror(a, 22)) + bxor(band(a, b), band(a, c), band(b, c))
			h, g, f, e, d, c, b, a = g, f, e, tobit(d + t1), c, b, a, tobit(t1 + t2)
		end
		h1, h2, h3, h4 = tobit(h1 + a), tobit(h2 + b), tobit(h3 + c), tobit(h4 + d)
		h5, h6, h7, h8 = tobit(h5 + e), tobit(h6 + f), tobit(h7 + g), tobit(h8 + h)
	end
	return word(h1) .. word(h2) .. word(h3) .. word(h4) .. word(h5) .. word(h6) .. word(h7) .. word(h8)
end

local function hex(bytes)
	return (bytes:gsub(".", function(c) return ("%02x"):format(byte(c)) end))
end

local function hmac(key, message)
	if #key > 64 then key = digest(key) end
	key = key .. rep("\0", 64 - #key)
	local function pad(with) return (key:gsub(".", function(c) return char(bxor(byte(c), with)) end)) end
	return hex(digest(pad(0x5c) .. digest(pad(0x36) .. message)))
end

-- The constants are computed, so they are tested: with FIPS 180-4's examples, and RFC 4231's cases 1, 2 and 6.
local function check(got, want)
	if got ~= want then error("hc_portal: SHA-256 does not work on this machine: " .. got .. " is not " .. want, 0) end
end
check(hex(digest("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
check(hex(digest("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
check(hex(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
check(hmac(rep("\11", 20), "Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
check(hmac("Jefe", "what do ya want for nothing?"), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
check(hmac(rep("\170", 131), "Test Using Larger Than Block-Size Key - Hash Key First"), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")

return { hmac = hmac }
