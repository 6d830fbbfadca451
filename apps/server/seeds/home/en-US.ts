import type { HomeTexts } from './home-texts.ts';

export const home = {
  hero: {
    kicker: 'Starfall Chronicles official web shop',
    title: 'When the stars fall, rise',
    subtitle: 'Top up Star Gems and HC Points here. Your purchase is delivered straight to your character.',
    cta: 'Top up now',
  },
  features: [
    { id: 'worlds', icon: '/art/features/worlds.svg', title: 'Shattered skies', text: 'Sail between floating isles, each born from a different fallen star.' },
    { id: 'companions', icon: '/art/features/companions.svg', title: 'Star companions', text: 'Befriend spirits that carry a constellation and let them fight at your side.' },
    { id: 'battles', icon: '/art/features/battles.svg', title: 'Eclipse battles', text: 'Team up in parties of four and bring down giants that swallow the light.' },
    { id: 'seasons', icon: '/art/features/seasons.svg', title: 'Living seasons', text: 'Every season moves the heavens: new isles, new stories, new rewards.' },
  ],
  gameInfo: {
    title: 'About the game',
    paragraphs: [
      'The night the Crown of Stars broke, its shards tore the land into drifting isles. You are a Starbearer, one of the few who can still hear the fallen stars sing.',
      'Gather their light, befriend companions, and climb from the harbor of Aurora to the citadel above the clouds, alone or with friends, one constellation at a time.',
    ],
    facts: [
      { label: 'Genre', value: 'Fantasy action RPG' },
      { label: 'Players', value: 'Solo or parties of up to 4' },
      { label: 'Platforms', value: 'iOS, Android, Windows' },
      { label: 'Age rating', value: '12 and over' },
    ],
  },
  footer: {
    about: {
      title: 'About us',
      html: '<p><strong>Starfall Studio (demo)</strong> is the fictional publisher behind Starfall Chronicles, the sample game of this portal. Everything you see here, from the news to the item pictures, was made to show what HC Portal can do.</p><p>HC Portal is open-source software. It lets a game publisher run its own shop and sell in-game items and HC Points to players directly. Purchases in this demo are simulated: <strong>no real money is charged</strong>.</p>',
    },
    contact: {
      title: 'Contact us',
      html: '<p>Something wrong with an order? Log in and open customer service from <a href="/main/account/user">your account</a>. Have your order number ready; you will find it in your <a href="/main/account/recharge">top-up records</a>.</p><ul><li>Email: support@starfall.example</li><li>Hours: Monday to Friday, 10:00–18:00 (UTC)</li></ul><p>This is a demo, so the address above is only a sample and nobody reads its mail.</p>',
    },
    privacy: {
      title: 'Privacy policy',
      html: '<p>This page explains which data the demo shop of Starfall Studio (demo) handles, and why.</p><h2>What we store</h2><ul><li>your account ID, and your email address or phone number if you gave one;</li><li>your servers, characters, orders and HC Point records;</li><li>how you use the shop: the pages you open, how long they take to load and stay open, the steps of a purchase you complete and the link that brought you here. This helps us improve the shop. The statistics don’t identify you, and you can turn them off at the bottom of this page.</li></ul><p>Your password is kept only as a one-way hash.</p><h2>Cookies and browser storage</h2><p>One cookie stores the language you chose for one year. Another lasts ten minutes while you log in with Facebook, Google, Apple or WeChat. Your browser’s local storage holds your login, your character list, your region, any order still waiting for an answer and a random device ID. The shop needs these to work. If you allow statistics, your choice, data not sent yet and a random number for each visit are stored there too. There are no advertising trackers.</p><h2>Payments</h2><p>You pay on the page of the payment provider. Card numbers never reach us.</p><h2>How long, and who sees it</h2><p>Orders are kept as long as accounting rules require. Data is shared only with the game server that delivers your items and the provider that takes your payment.</p><h2>How long we keep it</h2><p>Account data: until you delete it in your account. Sessions: 90 days after they end. Emails and text messages we sent: 30 days. Messages to customer service: 180 days. Statistics: the number of days named at the end of this page. Orders and HC Point records stay as long as accounting rules require; after you delete your data they no longer name you.</p><h2>Who is responsible</h2><p>Starfall Studio (demo), 1 Harbor Street, Aurora (sample address). Email: support@starfall.example.</p><h2>On what legal basis</h2><ul><li>Your account, orders, deliveries and the emails about them: our contract with you (Art. 6(1)(b) GDPR). You can turn these emails off in your account.</li><li>Keeping orders and bookings: our legal obligation (Art. 6(1)(c) GDPR).</li><li>Protection against misuse, such as limits per internet address: our legitimate interest in a safe shop (Art. 6(1)(f) GDPR).</li><li>Statistics: your consent, where we ask for it (Art. 6(1)(a) GDPR). You can withdraw it at the end of this page at any time.</li></ul><h2>Your choices</h2><p>In <a href="/main/account/user">your account</a> you can download all your data or delete it. To correct your data or ask a question, contact customer service there. You also have the right to lodge a complaint with your data protection authority.</p>',
    },
    agreement: {
      title: 'User agreement',
      html: '<p>By using this demo shop you agree to the following.</p><h2>Your account</h2><p>Keep your password to yourself. You are responsible for purchases made while you are logged in. If you’re a minor, get permission from a parent or guardian first.</p><h2>Orders</h2><ul><li>Prices are shown in US dollars before you pay.</li><li>An unpaid order normally expires after five minutes.</li><li>Items go to the server and character you chose, so please check both.</li></ul><h2>HC Points and items</h2><p>One US dollar buys 100 HC Points, and packs may add bonus points. Points and items can be used only in this shop and game. They cannot be exchanged for cash or passed to another account.</p><h2>Refunds</h2><p>If an item does not arrive, contact customer service and we will deliver it or refund you. Your legal rights are not affected. If we refund a purchase, we remove the items or points it gave you.</p><h2>Demo</h2><p>No real sales take place here. Data may be reset at any time.</p>',
    },
  },
} satisfies HomeTexts;
