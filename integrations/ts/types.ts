/** Generated from the shop's contract by `node scripts/run.mjs kits`; do not edit. */
export type GameApi = {
  /**
   * Create or change an account. Optional fields stay as they are when left out; null removes email, phone, country or
   * an identity
   */
  'PUT /game/v1/accounts/{uid}': {
    params: {
      uid: string
    }
    query: undefined
    body: {
      account: string
      password?: string
      email?: string | null
      phone?: string | null
      emailLogin: boolean
      disabled: boolean
      country?: string | null
      identities?: {
        google?: string | null
        apple?: string | null
        facebook?: string | null
        wechat?: string | null
      }
    }
    result: {
      created: boolean
    }
  }
  /**
   * Create or change a server; status 0 open, 1 maintenance, at once
   */
  'PUT /game/v1/servers/{server_id}': {
    params: {
      server_id: string
    }
    query: undefined
    body: {
      name: string
      status: 0 | 1
    }
    result: {
      created: boolean
    }
  }
  /**
   * Create or change a role; it may move to another account
   */
  'PUT /game/v1/servers/{server_id}/roles/{role_id}': {
    params: {
      server_id: string
      role_id: string
    }
    query: undefined
    body: {
      uid: string
      name: string
      level: number
    }
    result: {
      created: boolean
    }
  }
  /**
   * Up to 1000 of the three PUTs in their order, each answered on its own. Passwords are hashed two at a time: allow
   * about 50 ms for each
   */
  'POST /game/v1/bulk': {
    params: undefined
    query: undefined
    body: {
      operations: Array<{
        type: 'account'
        uid: string
        account: string
        password?: string
        email?: string | null
        phone?: string | null
        emailLogin: boolean
        disabled: boolean
        country?: string | null
        identities?: {
          google?: string | null
          apple?: string | null
          facebook?: string | null
          wechat?: string | null
        }
      } | {
        type: 'server'
        server_id: string
        name: string
        status: 0 | 1
      } | {
        type: 'role'
        server_id: string
        role_id: string
        uid: string
        name: string
        level: number
      }>
    }
    result: Array<{
      index: number
      code: number
      msg: string
      data: Record<string, unknown> | null
    }>
  }
  /**
   * A token for /login?hctoken=…: 5 minutes, once; expires in ms. With a field of the body also `url`, the address to
   * open: the player is signed in there, with that character and item chosen
   */
  'POST /game/v1/accounts/{uid}/web-token': {
    params: {
      uid: string
    }
    query: undefined
    body?: {
      server_id?: string
      role_id?: string
      cp_goods_id?: string
      locale?: 'en-US' | 'zh-CN' | 'zh-HK' | 'zh-TW' | 'th-TH' | 'ko-KR' | 'ja-JP' | 'vi-VN' | 'de-DE'
      minutes?: number
      url?: true
    }
    result: {
      hctoken: string
      expires: number
      url?: string
    }
  }
  /**
   * The player of a ticket; works once
   */
  'POST /game/v1/tickets/verify': {
    params: undefined
    query: undefined
    body: {
      ticket: string
    }
    result: {
      uid: string
    }
  }
  /**
   * An order, with its delivery
   */
  'GET /game/v1/orders/{sdk_order_id}': {
    params: {
      sdk_order_id: string
    }
    query: undefined
    body: undefined
    result: {
      sdk_order_id: string
      uid: string
      status: number
      order_type: 'item' | 'coin'
      cp_goods_id: string
      amount: number
      currency: string
      bonus: number
      channel_code: string
      method?: string
      server_id: string
      role_id: string
      create_ts: number
      pay_ts: number
      arrive_ts: number
      refund_ts: number
      delivery: {
        delivery_id: string
        state: 'pending' | 'unknown' | 'confirmed' | 'refused' | 'parked' | 'cancelled' | 'recall'
        grant_id: string | null
        refused: string | null
      } | null
      amount_minor?: number
      exponent?: number
      points?: number | null
      tax_minor?: number
      tax_name?: string
      country?: string
      receipt?: string
    }
  }
  /**
   * Deliveries that wait for the game, oldest first; `total` counts all of them. `after` (a delivery id) gives the
   * next page, `server_id` those of one server
   */
  'GET /game/v1/deliveries': {
    params: undefined
    query?: {
      limit?: number
      server_id?: string | ''
      after?: string
    }
    body: undefined
    result: Array<{
      delivery_id: string
      sdk_order_id: string
      uid: string
      server_id: string
      role_id: string
      items: Array<{
        cp_goods_id: string
        quantity: number
        bonus: number
      }>
      create_ts: number
    }>
  }
  /**
   * The game's answer to a delivery: its grant id, or why it refuses. A repeated call returns the state that holds
   */
  'POST /game/v1/deliveries/{delivery_id}/ack': {
    params: {
      delivery_id: string
    }
    query: undefined
    body: {
      grant_id: string
    } | {
      refused: string
    }
    result: {
      delivery_id: string
      state: 'pending' | 'unknown' | 'confirmed' | 'refused' | 'parked' | 'cancelled' | 'recall'
      grant_id: string | null
      refused: string | null
    }
  }
}
