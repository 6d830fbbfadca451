export default {
  code: {
    subjectLogin: '{code} is your {shop} login code',
    subjectReset: '{code} is your {shop} password reset code',
    hello: 'Hello,',
    login: 'Enter this code to log in:',
    reset: 'Enter this code to set a new password:',
    valid: 'The code expires in {minutes} minutes and works only once.',
    ignore:
      'Didn’t request this code? You can ignore this email. Nothing has changed. Never share the code with anyone. We’ll never ask you for it.',
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
  order: {
    paid: {
      subject: 'Your receipt from {shop}: {name}',
      text: 'Thank you! We’ve received your payment of {amount} and are sending {name} to {character}.',
      textCoin: 'Thank you! We’ve received your payment of {amount}. You’ll find {name} in your account.',
    },
    delivered: {
      subject: 'Delivered: {name}',
      text: 'We’ve delivered {name} to {character}. Have fun!',
    },
    refunded: {
      subject: 'We’ve refunded {amount}',
      text: 'We’ve refunded {amount} for {name}. Card refunds can take a few days to show up.',
      textPoints: 'We’ve returned {amount} for {name} to your account.',
    },
    review: {
      subject: 'We’re reviewing your payment for {name}',
      text: 'We received a payment that doesn’t match your order for {name}. Your money is safe, and our team is looking into it. Please don’t pay for this order again.',
    },
    view: 'View your order',
    help: 'Something’s wrong, or you didn’t place this order? Our customer service team is happy to help.',
    support: 'Contact customer service about this order',
    why: 'You can turn off emails about your orders in your account.',
  },
  frame: {
    open: 'Open the shop',
    footer: 'This message was sent by {shop}. Please do not reply to it.',
  },
} as const
