export default {
  code: {
    subjectLogin: '{code} is your sign-in code for {shop}',
    subjectReset: '{code} is your code to reset the password at {shop}',
    hello: 'Hello,',
    login: 'Enter this code to sign in:',
    reset: 'Enter this code to set a new password:',
    valid: 'It is good for {minutes} minutes and can be used once.',
    ignore: 'You did not ask for it? Then ignore this message: nothing has changed. Never give the code to anybody, we never ask for it.',
  },
  sms: {
    login: '{shop}: your sign-in code is {code}. Good for {minutes} minutes. Never give it to anybody.',
    reset: '{shop}: your code to reset the password is {code}. Good for {minutes} minutes. Never give it to anybody.',
  },
  changed: {
    subject: 'Your password at {shop} was changed',
    text: 'The password of your account {account} was changed just now. All devices have been signed out.',
    notYou: 'That was not you? Reset the password at once and write to our customer service.',
  },
  frame: {
    open: 'Open the shop',
    footer: 'This message was sent by {shop}. Please do not reply to it.',
  },
} as const
