import type { Messages } from '../../messages.ts'

export default {
  title: '访问统计',
  notice: '可以统计你的访问情况吗？不含姓名和账号，只为改进商城。<link>隐私政策</link>',
  text: '我们只统计打开了哪些页面、停留多久、用了哪些主要按钮。每次访问使用一个随机编号，无法与你的账号关联，统计数据会在 {days} 天后删除。你可以随时在这里更改选择。',
  on: '正在统计你的访问。',
  off: '没有统计你的访问。',
  signal: '你的浏览器要求网站不跟踪你。我们尊重这一选择，不会统计你的访问。',
  accept: '允许',
  decline: '拒绝',
} satisfies Messages['consent']
