export default {
  code: {
    subjectLogin: '{code} is your {shop} login code',
    subjectReset: '{code} is your {shop} password reset code',
    hello: 'Hello,',
    login: 'Enter this code to log in:',
    reset: 'Enter this code to set a new password:',
    valid: 'The code expires in {minutes} minutes and works only once.',
    ignore: 'Didn’t request this code? You can ignore this email. Nothing has changed. Never share the code with anyone. We’ll never ask you for it.',
  },
  sms: {
    login: '{shop}: your login code is {code}. Expires in {minutes} minutes. Never share it.',
    reset: '{shop}: your password reset code is {code}. Expires in {minutes} minutes. Never share it.',
  },
  changed: {
    subject: 'Your {shop} password was changed',
    text: 'The password for your account {account} was just changed. You’ve been logged out on all devices.',
    notYou: 'Wasn’t you? Reset your password right away and contact customer service.',
  },
  frame: {
    open: 'Open the shop',
    footer: 'This message was sent by {shop}. Please do not reply to it.',
  },
} as const
