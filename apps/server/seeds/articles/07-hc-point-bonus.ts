import type { SeedArticle } from './seed-article.ts'

const packs: readonly (readonly [usd: number, points: number, percent: number])[] = [
  [5, 500, 0],
  [10, 1000, 5],
  [50, 5000, 10],
  [100, 10000, 15],
]

/** The pack table: price, points, bonus points. */
function table(tag: string, price: string, points: string, bonus: string): string {
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
  const count = new Intl.NumberFormat(tag)
  const share = new Intl.NumberFormat(tag, { style: 'percent' })
  const rows = packs.map(([usd, amount, percent]) => {
    const extra = percent === 0 ? '–' : `+${count.format((amount * percent) / 100)} (${share.format(percent / 100)})`
    return `<tr><td>${money.format(usd)}</td><td>${count.format(amount)}</td><td>${extra}</td></tr>`
  })
  return `<table><tr><th>${price}</th><th>${points}</th><th>${bonus}</th></tr>${rows.join('')}</table>`
}

export const article = {
  id: 'a07',
  type: 2,
  createTs: 1788228000,
  img: '/art/articles/hc-point-bonus.svg',
  pinned: false,
  hot: false,
  texts: {
    'en-US': {
      title: 'HC Point packs with up to 15% bonus',
      summary: 'The bigger the pack, the bigger the bonus. One balance for all your roles.',
      html: `<p>The treasury of the citadel is overflowing. Stock up on HC Points and the treasurer adds a bonus on top.</p>
<h2>The packs</h2>
${table('en-US', 'Price', 'HC Points', 'Bonus')}
<h2>How HC Points work</h2>
<ul><li>100 points are worth one US dollar in this shop.</li><li>Bonus points are spent first, so your purchased points last longer.</li><li>Points belong to your account and work for every role on an open server.</li></ul>
<h2>Spending them</h2>
<p>Choose an item on the <a href="/main/recharge">top-up page</a> and pick <strong>HC Points</strong> as the payment method. You’ll find every change in your <a href="/main/account/epoint">HC Point records</a>. HC Point packs themselves cannot be paid for with HC Points.</p>`,
    },
    'zh-CN': {
      title: 'HC 点数套餐最高加赠 15%',
      summary: '买得越多，送得越多。一份余额，所有角色通用。',
      html: `<p>星之城的宝库满到快要溢出来了！现在储备 HC 点数，司库还会额外加赠。</p>
<h2>套餐一览</h2>
${table('zh-CN', '价格', 'HC 点数', '加赠')}
<h2>HC 点数怎么用</h2>
<ul><li>在本商城，100 点相当于 1 美元。</li><li>消费时优先使用赠送点数，购买的点数能留得更久。</li><li>点数属于账号，开放中的服务器上所有角色都能使用。</li></ul>
<h2>消费方法</h2>
<p>在<a href="/main/recharge">充值页面</a>选好道具，支付方式选择 <strong>HC 点数</strong>即可。每一笔收支都能在 <a href="/main/account/epoint">HC 点数记录</a>中查看。注意：HC 点数套餐本身不能用 HC 点数购买。</p>`,
    },
    'zh-HK': {
      title: 'HC 點數組合最高送 15%',
      summary: '買得愈多，送得愈多。一個結餘，所有角色通用。',
      html: `<p>星之城的寶庫快要滿瀉！現在儲備 HC 點數，司庫會額外送贈點數。</p>
<h2>組合一覽</h2>
${table('zh-HK', '價格', 'HC 點數', '送贈')}
<h2>HC 點數如何運作</h2>
<ul><li>在本網店，100 點等於 1 美元。</li><li>付款時會先扣除送贈點數，購買的點數可以留待日後使用。</li><li>點數屬於帳戶，開放中伺服器的所有角色均可使用。</li></ul>
<h2>使用方法</h2>
<p>於<a href="/main/recharge">增值頁面</a>選擇道具，付款方式選擇 <strong>HC 點數</strong>即可。每項收支均可在 <a href="/main/account/epoint">HC 點數紀錄</a>查閱。請注意，HC 點數組合本身不能以 HC 點數購買。</p>`,
    },
    'zh-TW': {
      title: 'HC 點數方案最高加贈 15%',
      summary: '買越多，送越多。一份餘額，所有角色都能用。',
      html: `<p>星之城的寶庫快要滿出來啦！現在儲備 HC 點數，司庫還會額外加贈。</p>
<h2>方案一覽</h2>
${table('zh-TW', '價格', 'HC 點數', '加贈')}
<h2>HC 點數怎麼用</h2>
<ul><li>在本商城，100 點等於 1 美元。</li><li>消費時會先扣加贈點數，購買的點數可以留得更久。</li><li>點數屬於帳號，開放中伺服器的所有角色都能使用。</li></ul>
<h2>使用方式</h2>
<p>在<a href="/main/recharge">儲值頁面</a>選好道具，付款方式選擇 <strong>HC 點數</strong>就可以了。每一筆收支都能在 <a href="/main/account/epoint">HC 點數紀錄</a>查詢。請注意，HC 點數方案本身無法用 HC 點數購買。</p>`,
    },
    'th-TH': {
      title: 'แพ็ก HC พอยต์ โบนัสสูงสุด 15%',
      summary: 'แพ็กยิ่งใหญ่ โบนัสยิ่งเยอะ ยอดเดียวใช้ได้กับทุกตัวละคร',
      html: `<p>คลังสมบัติของปราสาทล้นแล้ว! ตุน HC พอยต์ตอนนี้ เหรัญญิกแถมโบนัสให้อีก</p>
<h2>แพ็กทั้งหมด</h2>
${table('th-TH', 'ราคา', 'HC พอยต์', 'โบนัส')}
<h2>HC พอยต์ใช้อย่างไร</h2>
<ul><li>ในร้านนี้ 100 พอยต์มีค่าเท่ากับ 1 ดอลลาร์สหรัฐ</li><li>ระบบจะใช้โบนัสพอยต์ก่อน พอยต์ที่ซื้อมาจึงอยู่ได้นานขึ้น</li><li>พอยต์ผูกกับบัญชี ใช้ได้กับทุกตัวละครบนเซิร์ฟเวอร์ที่เปิดอยู่</li></ul>
<h2>วิธีใช้จ่าย</h2>
<p>เลือกไอเทมที่<a href="/main/recharge">หน้าเติมเงิน</a> แล้วเลือกชำระด้วย <strong>HC พอยต์</strong> ดูความเคลื่อนไหวทุกรายการได้ที่<a href="/main/account/epoint">ประวัติ HC พอยต์</a> ทั้งนี้ ไม่สามารถใช้ HC พอยต์ซื้อแพ็ก HC พอยต์ได้</p>`,
    },
    'ko-KR': {
      title: 'HC 포인트 충전 시 최대 15% 보너스',
      summary: '많이 충전할수록 보너스도 커집니다. 모든 캐릭터가 하나의 잔액을 함께 씁니다.',
      html: `<p>성채의 보물 창고가 넘치고 있습니다! 지금 HC 포인트를 충전하시면 보너스 포인트를 더 드립니다.</p>
<h2>상품 안내</h2>
${table('ko-KR', '가격', 'HC 포인트', '보너스')}
<h2>HC 포인트란?</h2>
<ul><li>이 상점에서 100포인트는 미화 1달러와 같습니다.</li><li>보너스 포인트가 먼저 사용되므로 구매한 포인트를 더 오래 쓰실 수 있습니다.</li><li>포인트는 계정에 귀속되어, 운영 중인 서버의 모든 캐릭터가 사용할 수 있습니다.</li></ul>
<h2>사용 방법</h2>
<p><a href="/main/recharge">충전 페이지</a>에서 아이템을 고르고 결제 수단으로 <strong>HC 포인트</strong>를 선택해 주세요. 모든 변동 내역은 <a href="/main/account/epoint">HC 포인트 내역</a>에서 확인하실 수 있습니다. HC 포인트 상품은 HC 포인트로 구매할 수 없습니다.</p>`,
    },
    'ja-JP': {
      title: 'HCポイントパック、最大15%ボーナス',
      summary: '大きなパックほどボーナスもアップ。残高はすべてのキャラクターで共通です。',
      html: `<p>城塞の宝物庫があふれそうです。今HCポイントをチャージすると、宝物庫の番人からボーナスポイントが贈られます。</p>
<h2>パック一覧</h2>
${table('ja-JP', '価格', 'HCポイント', 'ボーナス')}
<h2>HCポイントについて</h2>
<ul><li>当ショップでは、100ポイントが1米ドルに相当します。</li><li>ボーナスポイントから先に使われるため、購入したポイントを長くお使いいただけます。</li><li>ポイントはアカウントに紐づき、稼働中のサーバーのすべてのキャラクターで使えます。</li></ul>
<h2>ご利用方法</h2>
<p><a href="/main/recharge">チャージページ</a>でアイテムを選び、お支払い方法で<strong>HCポイント</strong>をお選びください。増減の記録は<a href="/main/account/epoint">HCポイント履歴</a>でご確認いただけます。なお、HCポイントパックをHCポイントで購入することはできません。</p>`,
    },
    'vi-VN': {
      title: 'Gói HC Point thưởng đến 15%',
      summary: 'Gói càng lớn, thưởng càng nhiều. Một số dư dùng cho mọi nhân vật.',
      html: `<p>Kho báu của tòa thành đang tràn đầy! Tích trữ HC Point ngay, quan giữ kho sẽ tặng thêm điểm cho bạn.</p>
<h2>Các gói</h2>
${table('vi-VN', 'Giá', 'HC Point', 'Thưởng')}
<h2>HC Point hoạt động thế nào</h2>
<ul><li>Trong cửa hàng này, 100 điểm tương đương 1 đô la Mỹ.</li><li>Điểm thưởng được trừ trước, nhờ vậy điểm bạn mua dùng được lâu hơn.</li><li>Điểm thuộc về tài khoản và dùng được cho mọi nhân vật ở máy chủ đang mở.</li></ul>
<h2>Cách dùng</h2>
<p>Chọn vật phẩm tại <a href="/main/recharge">trang nạp</a> rồi chọn thanh toán bằng <strong>HC Point</strong>. Mọi biến động đều có trong <a href="/main/account/epoint">lịch sử HC Point</a>. Lưu ý: không thể dùng HC Point để mua chính gói HC Point.</p>`,
    },
    'de-DE': {
      title: 'HC-Punkte-Pakete mit bis zu 15 % Bonus',
      summary: 'Je größer das Paket, desto größer der Bonus. Ein Guthaben für alle deine Charaktere.',
      html: `<p>Die Schatzkammer der Zitadelle läuft über. Deck dich mit HC-Punkten ein, und der Schatzmeister legt einen Bonus obendrauf.</p>
<h2>Die Pakete</h2>
${table('de-DE', 'Preis', 'HC-Punkte', 'Bonus')}
<h2>So funktionieren HC-Punkte</h2>
<ul><li>100 Punkte sind in diesem Shop einen US-Dollar wert.</li><li>Bonuspunkte werden zuerst ausgegeben, so halten deine gekauften Punkte länger.</li><li>Punkte gehören zu deinem Konto und gelten für jeden Charakter auf einem offenen Server.</li></ul>
<h2>Punkte ausgeben</h2>
<p>Wähle auf der <a href="/main/recharge">Aufladeseite</a> einen Gegenstand und als Zahlungsart <strong>HC-Punkte</strong>. Jede Buchung steht in deinem <a href="/main/account/epoint">HC-Punkte-Verlauf</a>. Die Punktepakete selbst kannst du nicht mit HC-Punkten bezahlen.</p>`,
    },
  },
} satisfies SeedArticle
