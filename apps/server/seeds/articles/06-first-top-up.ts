import type { SeedArticle } from './seed-article.ts'

const packs: readonly (readonly [price: string, gems: number])[] = [
  ['0.99', 60],
  ['4.99', 300],
  ['14.99', 980],
  ['29.99', 1980],
  ['49.99', 3280],
  ['99.99', 6480],
]

/** The pack table: price, gems, gems with the 100% bonus. */
function table(tag: string, price: string, normal: string, doubled: string): string {
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD', currencyDisplay: 'symbol' })
  const count = new Intl.NumberFormat(tag)
  const rows = packs.map(
    ([usd, gems]) =>
      `<tr><td>${money.format(Number(usd))}</td><td>${count.format(gems)}</td><td><strong>${count.format(gems * 2)}</strong></td></tr>`,
  )
  return `<table><tr><th>${price}</th><th>${normal}</th><th>${doubled}</th></tr>${rows.join('')}</table>`
}

export const article = {
  id: 'a06',
  type: 2,
  createTs: 1785895200,
  img: '/art/articles/first-top-up.svg',
  pinned: false,
  hot: true,
  texts: {
    'en-US': {
      title: 'First top-up bonus: twice the gems',
      summary: 'Packs with the 100% badge give your character double the Star Gems.',
      html: `<p>Look into the mirror lake and you will see two gems where there was one. Our first top-up bonus works just the same way.</p>
<h2>How to get it</h2>
<ol><li>Open the <a href="/main/recharge">top-up page</a> and choose your server and role.</li><li>Pick a Star Gem pack that shows the <strong>100% bonus</strong> mark.</li><li>Pay. Pack and bonus arrive together.</li></ol>
<h2>What you receive</h2>
${table('en-US', 'Price', 'Star Gems', 'With bonus')}
<h2>The small print</h2>
<ul><li>The bonus is per character and per pack: each of your characters gets its own.</li><li>If you see the badge, your bonus is still waiting. It disappears once you’ve used it.</li><li>The Moonlit Month Pass has no first top-up bonus.</li></ul>`,
    },
    'zh-CN': {
      title: '首充加赠 100%：星晶翻倍到手',
      summary: '带有 100% 标记的星晶礼包，到账数量直接翻倍。',
      html: `<p>望向镜湖，一枚星晶会映出两枚的光。首充加赠就像这面湖水，让你的星晶成双。</p>
<h2>如何获得</h2>
<ol><li>进入<a href="/main/recharge">充值页面</a>，选择服务器和角色。</li><li>挑选带有 <strong>100% 加赠</strong>标记的星晶礼包。</li><li>完成付款，礼包和加赠会一起到账。</li></ol>
<h2>到账数量</h2>
${table('zh-CN', '价格', '星晶', '含首充加赠')}
<h2>活动说明</h2>
<ul><li>加赠按角色计算，你的每个角色都有各自的机会。</li><li>标记还在，就说明加赠尚未使用；使用后标记会消失。</li><li>月华月卡不参与首充加赠。</li></ul>`,
    },
    'zh-HK': {
      title: '首次增值加送 100%：星晶雙倍送',
      summary: '附有 100% 標記的星晶組合，入帳數量即時加倍。',
      html: `<p>望向鏡湖，一顆星晶會映出兩顆的光芒。首次增值加送就像這片湖水，讓你的星晶成雙成對。</p>
<h2>如何獲得</h2>
<ol><li>前往<a href="/main/recharge">增值頁面</a>，選擇伺服器及角色。</li><li>選擇附有 <strong>100% 加送</strong>標記的星晶組合。</li><li>完成付款後，組合及加送會一併送到。</li></ol>
<h2>可獲數量</h2>
${table('zh-HK', '價格', '星晶', '連首次增值加送')}
<h2>活動細則</h2>
<ul><li>加送以角色計算，你的每個角色都各有機會。</li><li>只要標記仍然顯示，即代表加送未使用；使用後標記便會消失。</li><li>月華月卡不設首次增值加送。</li></ul>`,
    },
    'zh-TW': {
      title: '首儲加贈 100%：星晶直接翻倍',
      summary: '有 100% 標記的星晶方案，入帳數量直接變兩倍。',
      html: `<p>望向鏡湖，一顆星晶會映出兩顆的光。首儲加贈就像這片湖水，讓你的星晶成雙成對。</p>
<h2>如何獲得</h2>
<ol><li>前往<a href="/main/recharge">儲值頁面</a>，選擇伺服器與角色。</li><li>挑選有 <strong>100% 加贈</strong>標記的星晶方案。</li><li>完成付款，方案與加贈會一起發送。</li></ol>
<h2>可獲得數量</h2>
${table('zh-TW', '價格', '星晶', '含首儲加贈')}
<h2>活動說明</h2>
<ul><li>加贈以角色計算，你的每個角色都各有機會。</li><li>標記還在，就代表加贈尚未使用；用過之後標記會消失。</li><li>月光月卡沒有首儲加贈。</li></ul>`,
    },
    'th-TH': {
      title: 'โบนัสเติมครั้งแรก: รับสตาร์เจมสองเท่า',
      summary: 'แพ็กที่มีเครื่องหมาย 100% จะให้สตาร์เจมแก่ตัวละครของคุณเป็นสองเท่า',
      html: `<p>มองลงไปในทะเลสาบกระจก แล้วอัญมณีหนึ่งเม็ดจะกลายเป็นสอง โบนัสเติมครั้งแรกของเราก็เป็นแบบนั้นเลย</p>
<h2>วิธีรับโบนัส</h2>
<ol><li>เปิด<a href="/main/recharge">หน้าเติมเงิน</a> แล้วเลือกเซิร์ฟเวอร์และตัวละคร</li><li>เลือกแพ็กสตาร์เจมที่มีเครื่องหมาย<strong>โบนัส 100%</strong></li><li>ชำระเงิน แล้วรับทั้งแพ็กและโบนัสพร้อมกัน</li></ol>
<h2>จำนวนที่ได้รับ</h2>
${table('th-TH', 'ราคา', 'สตาร์เจม', 'รวมโบนัส')}
<h2>เงื่อนไข</h2>
<ul><li>โบนัสนับแยกตามตัวละคร ตัวละครทุกตัวของคุณมีสิทธิ์ของตัวเอง</li><li>ถ้ายังเห็นเครื่องหมาย แปลว่ายังไม่ได้ใช้โบนัส เมื่อใช้แล้วเครื่องหมายจะหายไป</li><li>บัตรรายเดือนแสงจันทร์ไม่มีโบนัสเติมครั้งแรก</li></ul>`,
    },
    'ko-KR': {
      title: '첫 충전 보너스 100%: 스타젬을 두 배로',
      summary: '100% 표시가 있는 스타젬 상품은 두 배로 지급됩니다.',
      html: `<p>거울 호수를 들여다보면 보석 하나가 둘로 빛납니다. 첫 충전 보너스도 꼭 그렇습니다.</p>
<h2>받는 방법</h2>
<ol><li><a href="/main/recharge">충전 페이지</a>에서 서버와 캐릭터를 선택합니다.</li><li><strong>100% 보너스</strong> 표시가 있는 스타젬 상품을 고릅니다.</li><li>결제를 완료하면 상품과 보너스가 함께 지급됩니다.</li></ol>
<h2>지급 수량</h2>
${table('ko-KR', '가격', '스타젬', '보너스 포함')}
<h2>유의 사항</h2>
<ul><li>보너스는 캐릭터 단위로 적용되며, 캐릭터마다 따로 받으실 수 있습니다.</li><li>표시가 보이면 아직 사용하지 않은 보너스입니다. 사용 후에는 표시가 사라집니다.</li><li>달빛 월간 패스에는 첫 충전 보너스가 적용되지 않습니다.</li></ul>`,
    },
    'ja-JP': {
      title: '初回チャージボーナス100%：スタージェムが2倍に',
      summary: '100%マークの付いたパックなら、スタージェムが2倍届きます。',
      html: `<p>鏡の湖をのぞき込めば、ひとつのジェムがふたつに輝きます。初回チャージボーナスは、まさにその湖のような特典です。</p>
<h2>受け取り方</h2>
<ol><li><a href="/main/recharge">チャージページ</a>でサーバーとキャラクターを選びます。</li><li><strong>ボーナス100%</strong>マークの付いたスタージェムのパックを選びます。</li><li>お支払いが完了すると、パックとボーナスが一緒に届きます。</li></ol>
<h2>獲得数</h2>
${table('ja-JP', '価格', 'スタージェム', 'ボーナス込み')}
<h2>ご注意</h2>
<ul><li>ボーナスはキャラクターごとに適用され、それぞれのキャラクターで受け取れます。</li><li>マークが表示されている間は未使用です。ご利用後はマークが消えます。</li><li>月光のマンスリーパスは対象外です。</li></ul>`,
    },
    'vi-VN': {
      title: 'Thưởng nạp lần đầu: nhân đôi Ngọc Sao',
      summary: 'Gói có nhãn 100% sẽ tặng nhân vật của bạn gấp đôi Ngọc Sao.',
      html: `<p>Soi mình xuống Hồ Gương, một viên ngọc sẽ hóa thành hai. Thưởng nạp lần đầu của chúng tôi cũng y như vậy.</p>
<h2>Cách nhận</h2>
<ol><li>Mở <a href="/main/recharge">trang nạp</a>, chọn máy chủ và nhân vật.</li><li>Chọn gói Ngọc Sao có dấu <strong>thưởng 100%</strong>.</li><li>Thanh toán xong, gói và thưởng sẽ về cùng lúc.</li></ol>
<h2>Bạn nhận được</h2>
${table('vi-VN', 'Giá', 'Ngọc Sao', 'Tính cả thưởng')}
<h2>Lưu ý</h2>
<ul><li>Thưởng tính theo nhân vật, mỗi nhân vật của bạn đều có phần riêng.</li><li>Còn thấy dấu nghĩa là thưởng chưa dùng; dùng xong dấu sẽ biến mất.</li><li>Thẻ Tháng Ánh Trăng không có thưởng nạp lần đầu.</li></ul>`,
    },
    'de-DE': {
      title: 'Erstaufladebonus: doppelt so viele Juwelen',
      summary: 'Pakete mit dem Hinweis „100 % Bonus“ bringen deinem Charakter doppelt so viele Sternjuwelen.',
      html: `<p>Blick in den Spiegelsee, und aus einem Juwel werden zwei. Genau so funktioniert unser Erstaufladebonus.</p>
<h2>So bekommst du ihn</h2>
<ol><li>Öffne die <a href="/main/recharge">Aufladeseite</a> und wähle Server und Charakter.</li><li>Nimm ein Sternjuwelen-Paket mit der Marke <strong>100 % Bonus</strong>.</li><li>Bezahle. Paket und Bonus kommen zusammen an.</li></ol>
<h2>Das erhältst du</h2>
${table('de-DE', 'Preis', 'Sternjuwelen', 'Mit Bonus')}
<h2>Kleingedrucktes</h2>
<ul><li>Der Bonus gehört zum Charakter. Jeder deiner Charaktere hat seinen eigenen.</li><li>Solange du die Marke siehst, ist der Bonus unbenutzt; danach verschwindet sie.</li><li>Für den Mondschein-Monatspass gibt es keinen Erstaufladebonus.</li></ul>`,
    },
  },
} satisfies SeedArticle
