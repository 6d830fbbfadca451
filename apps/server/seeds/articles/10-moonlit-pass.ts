import type { SeedArticle } from './seed-article.ts'

export const article = {
  id: 'a10',
  type: 2,
  createTs: 1790301600,
  img: '/art/articles/moonlit-pass.svg',
  pinned: false,
  hot: false,
  texts: {
    'en-US': {
      title: 'Moonlit Month Pass: 3,000 gems in 30 days',
      summary: 'A little moonlight every day adds up. Here is what the pass gives you.',
      html: `<p>Some fortunes fall from the sky at once. Others rise with the moon, night after night. The Moonlit Month Pass is for patient hearts.</p>
<h2>What is inside</h2>
<table><tr><th>When</th><th>Star Gems</th></tr><tr><td>At once</td><td>300</td></tr><tr><td>Every day for 30 days</td><td>90</td></tr><tr><td>In total</td><td><strong>3,000</strong></td></tr></table>
<h2>Is it for you?</h2>
<ul><li>Yes, if you play most days: at US$9.99 no gem pack gives you more for the price.</li><li>If you need many gems <em>today</em>, take a gem pack instead.</li></ul>
<h2>How to buy</h2>
<p>Choose your server and role on the <a href="/main/recharge">top-up page</a>, then the pass. It belongs to that role. The first-top-up bonus does not apply to the pass.</p>`,
    },
    'zh-CN': {
      title: '月华月卡：30 天共得 3,000 星晶',
      summary: '每天一点月光，积少成多。一起来看看月卡能带来什么。',
      html: `<p>有的财富从天而降，有的则随月亮夜夜升起。月华月卡，送给细水长流的你。</p>
<h2>月卡内容</h2>
<table><tr><th>发放时间</th><th>星晶</th></tr><tr><td>购买后立即</td><td>300</td></tr><tr><td>连续 30 天每天</td><td>90</td></tr><tr><td>合计</td><td><strong>3,000</strong></td></tr></table>
<h2>适合你吗？</h2>
<ul><li>如果你几乎每天上线，那非常适合：售价 9.99 美元，论性价比没有哪档星晶礼包比得上它。</li><li>如果你<em>今天</em>就需要大量星晶，直接购买星晶礼包更合适。</li></ul>
<h2>购买方法</h2>
<p>在<a href="/main/recharge">充值页面</a>选择服务器和角色，再选择月卡即可。月卡归该角色所有，且不参与首充加赠。</p>`,
    },
    'zh-HK': {
      title: '月華月卡：30 日合共 3,000 星晶',
      summary: '每日一點月光，積少成多。一起看看月卡有甚麼好處。',
      html: `<p>有些財富從天而降，有些則隨月亮夜夜升起。月華月卡，送給懂得細水長流的你。</p>
<h2>月卡內容</h2>
<table><tr><th>派發時間</th><th>星晶</th></tr><tr><td>購買後即時</td><td>300</td></tr><tr><td>連續 30 日每日</td><td>90</td></tr><tr><td>合共</td><td><strong>3,000</strong></td></tr></table>
<h2>適合你嗎？</h2>
<ul><li>如果你差不多日日上線，就最適合不過：售價 9.99 美元，論性價比，沒有一款星晶組合及得上。</li><li>如果你<em>今日</em>就需要大量星晶，直接購買星晶組合會更合適。</li></ul>
<h2>購買方法</h2>
<p>於<a href="/main/recharge">增值頁面</a>選擇伺服器及角色，再選擇月卡。月卡只屬於該角色，並不設首次增值加送。</p>`,
    },
    'zh-TW': {
      title: '月光月卡：30 天總共 3,000 星晶',
      summary: '每天一點月光，慢慢累積也很可觀。來看看月卡有哪些內容。',
      html: `<p>有些財富從天而降，有些則跟著月亮夜夜升起。月光月卡，獻給懂得細水長流的你。</p>
<h2>月卡內容</h2>
<table><tr><th>發送時間</th><th>星晶</th></tr><tr><td>購買後立即</td><td>300</td></tr><tr><td>連續 30 天每天</td><td>90</td></tr><tr><td>總計</td><td><strong>3,000</strong></td></tr></table>
<h2>適合你嗎？</h2>
<ul><li>如果你幾乎天天上線，非常適合：售價 9.99 美元，論 CP 值沒有一種星晶方案比得上。</li><li>如果你<em>今天</em>就需要大量星晶，直接買星晶方案會更合適。</li></ul>
<h2>購買方式</h2>
<p>到<a href="/main/recharge">儲值頁面</a>選擇伺服器與角色，再選月卡就可以了。月卡屬於該角色，且沒有首儲加贈。</p>`,
    },
    'th-TH': {
      title: 'บัตรรายเดือนแสงจันทร์: 3,000 สตาร์เจมใน 30 วัน',
      summary: 'แสงจันทร์วันละนิด สะสมแล้วไม่น้อย มาดูกันว่าบัตรนี้ให้อะไรบ้าง',
      html: `<p>โชคบางอย่างหล่นจากฟ้าในคราวเดียว แต่บางอย่างขึ้นมาพร้อมพระจันทร์ทุกค่ำคืน บัตรรายเดือนแสงจันทร์เหมาะกับคนใจเย็น</p>
<h2>ได้อะไรบ้าง</h2>
<table><tr><th>เมื่อไร</th><th>สตาร์เจม</th></tr><tr><td>ทันทีที่ซื้อ</td><td>300</td></tr><tr><td>ทุกวันตลอด 30 วัน</td><td>90</td></tr><tr><td>รวมทั้งหมด</td><td><strong>3,000</strong></td></tr></table>
<h2>เหมาะกับคุณไหม</h2>
<ul><li>เหมาะ ถ้าคุณเล่นแทบทุกวัน ในราคา 9.99 ดอลลาร์สหรัฐ ไม่มีแพ็กสตาร์เจมไหนคุ้มกว่านี้</li><li>ถ้าต้องใช้สตาร์เจมจำนวนมาก<em>วันนี้</em> เลือกแพ็กสตาร์เจมจะดีกว่า</li></ul>
<h2>วิธีซื้อ</h2>
<p>เลือกเซิร์ฟเวอร์และตัวละครที่<a href="/main/recharge">หน้าเติมเงิน</a> แล้วเลือกบัตรรายเดือน บัตรจะผูกกับตัวละครนั้น และไม่มีโบนัสเติมครั้งแรก</p>`,
    },
    'ko-KR': {
      title: '달빛 월간 패스: 30일 동안 스타젬 3,000개',
      summary: '매일 조금씩 모이는 달빛, 월간 패스의 구성을 안내해 드립니다.',
      html: `<p>어떤 행운은 하늘에서 한꺼번에 떨어지고, 어떤 행운은 달과 함께 밤마다 떠오릅니다. 달빛 월간 패스는 꾸준히 즐기는 분께 어울립니다.</p>
<h2>상품 구성</h2>
<table><tr><th>지급 시점</th><th>스타젬</th></tr><tr><td>구매 즉시</td><td>300</td></tr><tr><td>30일 동안 매일</td><td>90</td></tr><tr><td>합계</td><td><strong>3,000</strong></td></tr></table>
<h2>나에게 맞을까요?</h2>
<ul><li>거의 매일 접속하신다면 추천합니다. 9.99달러로, 가격 대비 스타젬이 이보다 많은 상품은 없습니다.</li><li><em>오늘</em> 많은 스타젬이 필요하시다면 스타젬 상품이 더 알맞습니다.</li></ul>
<h2>구매 방법</h2>
<p><a href="/main/recharge">충전 페이지</a>에서 서버와 캐릭터를 선택한 뒤 패스를 골라 주세요. 패스는 해당 캐릭터에 귀속되며 첫 충전 보너스는 적용되지 않습니다.</p>`,
    },
    'ja-JP': {
      title: '月光のマンスリーパス：30日間で合計3,000ジェム',
      summary: '毎日の月明かりも、積もれば大きな輝きに。パスの内容をご紹介します。',
      html: `<p>空から一度に降る幸運もあれば、月とともに夜ごと昇る幸運もあります。月光のマンスリーパスは、じっくり遊びたい方にぴったりです。</p>
<h2>パスの内容</h2>
<table><tr><th>受け取り</th><th>スタージェム</th></tr><tr><td>購入後すぐ</td><td>300</td></tr><tr><td>30日間毎日</td><td>90</td></tr><tr><td>合計</td><td><strong>3,000</strong></td></tr></table>
<h2>どんな方におすすめ？</h2>
<ul><li>ほぼ毎日プレイされる方におすすめです。9.99米ドルで、これほどお得なジェムのパックはほかにありません。</li><li><em>今日</em>たくさんのジェムが必要な場合は、スタージェムのパックをお選びください。</li></ul>
<h2>購入方法</h2>
<p><a href="/main/recharge">チャージページ</a>でサーバーとキャラクターを選び、パスを選択してください。パスはそのキャラクター専用です。初回チャージボーナスの対象外となります。</p>`,
    },
    'vi-VN': {
      title: 'Thẻ Tháng Ánh Trăng: 3.000 Ngọc Sao trong 30 ngày',
      summary: 'Mỗi ngày một chút ánh trăng, góp lại thành nhiều. Xem thẻ có gì nhé.',
      html: `<p>Có vận may từ trời rơi xuống một lần, cũng có vận may mọc lên cùng trăng mỗi đêm. Thẻ Tháng Ánh Trăng dành cho người kiên nhẫn.</p>
<h2>Trong thẻ có gì</h2>
<table><tr><th>Thời điểm</th><th>Ngọc Sao</th></tr><tr><td>Ngay khi mua</td><td>300</td></tr><tr><td>Mỗi ngày trong 30 ngày</td><td>90</td></tr><tr><td>Tổng cộng</td><td><strong>3.000</strong></td></tr></table>
<h2>Có hợp với bạn không?</h2>
<ul><li>Rất hợp nếu bạn chơi gần như mỗi ngày: với giá 9,99 US$, không gói ngọc nào lợi hơn.</li><li>Nếu cần nhiều ngọc ngay <em>hôm nay</em>, hãy chọn gói ngọc.</li></ul>
<h2>Cách mua</h2>
<p>Chọn máy chủ và nhân vật tại <a href="/main/recharge">trang nạp</a>, rồi chọn thẻ tháng. Thẻ thuộc về nhân vật đó và không áp dụng thưởng nạp lần đầu.</p>`,
    },
    'de-DE': {
      title: 'Mondschein-Monatspass: 3.000 Juwelen in 30 Tagen',
      summary: 'Jeden Tag ein bisschen Mondlicht: Das steckt im Pass.',
      html: `<p>Manches Glück fällt auf einen Schlag vom Himmel. Anderes geht Nacht für Nacht mit dem Mond auf. Der Mondschein-Monatspass ist etwas für geduldige Herzen.</p>
<h2>Das steckt drin</h2>
<table><tr><th>Wann</th><th>Sternjuwelen</th></tr><tr><td>Sofort</td><td>300</td></tr><tr><td>30 Tage lang täglich</td><td>90</td></tr><tr><td>Insgesamt</td><td><strong>3.000</strong></td></tr></table>
<h2>Ist er etwas für dich?</h2>
<ul><li>Ja, wenn du fast täglich spielst: Für 9,99 US-Dollar bietet kein Juwelenpaket mehr fürs Geld.</li><li>Brauchst du <em>heute</em> viele Juwelen, nimm lieber ein Juwelenpaket.</li></ul>
<h2>So kaufst du ihn</h2>
<p>Wähle auf der <a href="/main/recharge">Aufladeseite</a> Server und Charakter, dann den Pass. Er gehört zu diesem Charakter. Den Erstaufladebonus gibt es auf den Pass nicht.</p>`,
    },
  },
} satisfies SeedArticle
