import type { Messages } from '../../messages.ts'

export default {
  title: '瀏覽統計',
  notice: '可以統計你的瀏覽狀況嗎？不含姓名與帳號，只用來改善商城。<link>隱私權政策</link>',
  text: '我們只統計開啟了哪些頁面、停留多久，以及用了哪些主要按鈕。每次瀏覽使用一組隨機編號，無法與你的帳號連結，統計資料會在 {days} 天後刪除。你隨時可以在這裡變更選擇。',
  on: '正在統計你的瀏覽狀況。',
  off: '沒有統計你的瀏覽狀況。',
  signal: '你的瀏覽器要求網站不追蹤你。我們尊重這個選擇，不會統計你的瀏覽狀況。',
  accept: '允許',
  decline: '拒絕',
} satisfies Messages['consent']
