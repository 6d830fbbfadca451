export default {
  title: 'Withdraw from a contract',
  intro: 'Changed your mind about a purchase? State it here. You don’t need to give a reason.',
  form: {
    name: 'Your name',
    nameEmpty: 'Please enter your name',
    order: 'Order number',
    orderHint: 'You’ll find it in your receipt.',
    orderWrong: 'Please enter your order number',
    email: 'Your email address',
    emailHint: 'We’ll send the confirmation here.',
    emailWrong: 'Please enter a valid email address',
    next: 'Continue',
  },
  check: {
    title: 'Check your statement',
    covers: 'Purchase',
    until: 'You can withdraw until {date}.',
    change: 'Change',
    confirm: 'Confirm withdrawal',
    sending: 'Sending …',
    over: 'This took more than an hour. Please check your statement once more.',
  },
  done: {
    title: 'We’ve received your withdrawal',
    number: 'Reference',
    at: 'Received',
    mailed: 'A confirmation is on its way to {email}. Keep it for your records.',
    toOrder: 'View order',
  },
  /** The outcome of a statement, on the page and in the mail. */
  outcome: {
    received:
      'Our team compares your statement with the order and answers by email. Log in next time, and it takes effect at once.',
    cancelled: 'Your order is canceled. You don’t have to pay anything. If a payment still arrives, we send it back.',
    refund:
      'We’re refunding your payment to the method you used, at the latest within 14 days. What the order gave you is removed.',
    refunded: 'This order has already been refunded.',
    waived:
      'You asked us to deliver at once and knew that your right to withdraw ends with delivery. So this order can’t be withdrawn from. Contact customer service if something is wrong.',
    late: 'The period for this order is over. Contact customer service if something is wrong.',
    no_right: 'There’s no right to withdraw from this order. Contact customer service if something is wrong.',
    refused:
      'We’ve looked at your statement and can’t refund this order. Contact customer service if you have questions.',
  },
  /** Texts of law, stored with their version. */
  legal: {
    waiver: 'Deliver now. I know that I lose my right to withdraw once it is delivered.',
    withdrawal: 'I hereby withdraw from the contract for order {order}.',
  },
  mail: {
    subject: 'Your withdrawal {number}',
    text: 'we received your withdrawal on {date}.',
    answer: 'here is our answer to your withdrawal.',
    statement: 'Your statement',
    waiver: 'You agreed to this when you ordered: “{text}”',
  },
} as const
