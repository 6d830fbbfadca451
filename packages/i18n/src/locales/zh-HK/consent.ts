import type { Messages } from '../../messages.ts'

export default {
  title: '瀏覽統計',
  notice: '可以統計你的瀏覽情況嗎？不涉及姓名及帳戶，只為改善網店。<link>私隱政策</link>',
  text: '我們只統計開啟了哪些頁面、停留多久，以及使用了哪些主要按鈕。每次瀏覽使用一個隨機編號，無法與你的帳戶連結，統計資料會在 {days} 天後刪除。你可隨時在此更改選擇。',
  on: '正在統計你的瀏覽情況。',
  off: '沒有統計你的瀏覽情況。',
  signal: '你的瀏覽器要求網站不追蹤你。我們尊重此選擇，不會統計你的瀏覽情況。',
  accept: '允許',
  decline: '拒絕',
} satisfies Messages['consent']
