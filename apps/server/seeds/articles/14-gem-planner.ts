import type { SeedArticle } from './seed-article.ts'

export const article = {
  id: 'a14',
  type: 3,
  createTs: 1793858400,
  img: '/art/articles/gem-planner.svg',
  pinned: false,
  hot: false,
  texts: {
    'en-US': {
      title: 'Plan your gems: a calm guide to spending',
      summary: 'What to buy first, what can wait and how to keep a reserve.',
      html: `<p>Gems shine brightest when you know what they are for. This little guide keeps your purse balanced.</p>
<h2>Spend first</h2>
<ol><li>The second companion slot: it stays useful forever.</li><li>Bag space, up to the third row.</li><li>Season chapters you really want to play.</li></ol>
<h2>Let it wait</h2>
<ul><li>Weapon polish before level 40.</li><li>Costumes in the first week; the <em>night market</em> often has them later.</li></ul>
<h2>Topping up wisely</h2>
<p>Set a monthly limit before you open the <a href="/main/recharge">top-up page</a>. If you play daily, the month pass gives the most for its price. Use the <strong>100% first-top-up bonus</strong> for a pack you would have bought anyway. You can always see what you’ve spent in your <a href="/main/account/recharge">top-up records</a>.</p>`,
    },
    'zh-CN': {
      title: '星晶规划指南：花得明白，玩得从容',
      summary: '先买什么、什么可以等，以及如何留一份储备。',
      html: `<p>知道要用在哪里，星晶才最闪亮。这份小指南帮你打理好钱袋。</p>
<h2>优先投入</h2>
<ol><li>第二伙伴栏位：永久受用。</li><li>背包空间，扩到第三行即可。</li><li>你真正想玩的赛季章节。</li></ol>
<h2>不妨等等</h2>
<ul><li>40 级之前的武器打磨。</li><li>首周的时装，之后往往能在<em>夜市</em>换到。</li></ul>
<h2>理性充值</h2>
<p>打开<a href="/main/recharge">充值页面</a>之前，先定好每月上限。天天上线的话，月卡最划算。<strong>首充 100% 加赠</strong>请用在本来就打算买的礼包上。每一笔花费都能在<a href="/main/account/recharge">充值记录</a>中查到。</p>`,
    },
    'zh-HK': {
      title: '星晶理財指南：精明使用，輕鬆玩',
      summary: '先買甚麼、甚麼可以等，以及如何預留儲備。',
      html: `<p>清楚用途，星晶才最閃亮。這份小指南助你管好荷包。</p>
<h2>優先使用</h2>
<ol><li>第二個夥伴欄位：永久有用。</li><li>背包空間，擴充至第三行便足夠。</li><li>你真正想玩的賽季章節。</li></ol>
<h2>不妨等等</h2>
<ul><li>40 級前的武器打磨。</li><li>首星期的時裝，日後在<em>夜市</em>往往換得到。</li></ul>
<h2>精明增值</h2>
<p>打開<a href="/main/recharge">增值頁面</a>前，先訂立每月上限。如果日日上線，月卡最划算。<strong>首次增值 100% 加送</strong>應留給本來就打算買的組合。每筆消費都可於<a href="/main/account/recharge">增值紀錄</a>查閱。</p>`,
    },
    'zh-TW': {
      title: '星晶規劃指南：花得聰明，玩得從容',
      summary: '先買什麼、什麼可以等，以及怎麼留一份預備金。',
      html: `<p>知道要用在哪裡，星晶才最閃亮。這份小指南幫你顧好荷包。</p>
<h2>優先投入</h2>
<ol><li>第二個夥伴欄位：永久受用。</li><li>背包空間，擴充到第三排就夠。</li><li>你真正想玩的賽季章節。</li></ol>
<h2>可以再等等</h2>
<ul><li>40 級以前的武器打磨。</li><li>第一週的服裝，之後在<em>夜市</em>常常換得到。</li></ul>
<h2>理性儲值</h2>
<p>打開<a href="/main/recharge">儲值頁面</a>之前，先設好每月上限。天天上線的話，月卡最划算。<strong>首儲 100% 加贈</strong>請用在本來就打算買的方案。每一筆花費都能在<a href="/main/account/recharge">儲值紀錄</a>查詢。</p>`,
    },
    'th-TH': {
      title: 'วางแผนใช้สตาร์เจม: คู่มือใช้จ่ายแบบสบายใจ',
      summary: 'ซื้ออะไรก่อน อะไรรอได้ และเก็บสำรองไว้อย่างไร',
      html: `<p>สตาร์เจมจะเปล่งประกายที่สุดเมื่อคุณรู้ว่าจะใช้ทำอะไร คู่มือเล็ก ๆ นี้ช่วยให้กระเป๋าคุณสมดุล</p>
<h2>ใช้กับสิ่งนี้ก่อน</h2>
<ol><li>ช่องสหายที่สอง ใช้ประโยชน์ได้ตลอดไป</li><li>ช่องกระเป๋า ขยายถึงแถวที่สามก็พอ</li><li>บทเนื้อเรื่องของซีซันที่คุณอยากเล่นจริง ๆ</li></ol>
<h2>รอได้</h2>
<ul><li>การขัดเกลาอาวุธก่อนเลเวล 40</li><li>ชุดในสัปดาห์แรก เพราะภายหลังมักมีใน<em>ตลาดกลางคืน</em></li></ul>
<h2>เติมเงินอย่างฉลาด</h2>
<p>ตั้งงบรายเดือนก่อนเปิด<a href="/main/recharge">หน้าเติมเงิน</a> ถ้าเล่นทุกวัน บัตรรายเดือนคุ้มที่สุด ใช้<strong>โบนัสเติมครั้งแรก 100%</strong> กับแพ็กที่ตั้งใจจะซื้ออยู่แล้ว และดูย้อนหลังทุกยอดได้ที่<a href="/main/account/recharge">ประวัติการเติมเงิน</a></p>`,
    },
    'ko-KR': {
      title: '스타젬 사용 계획: 여유로운 소비 가이드',
      summary: '먼저 살 것과 나중에 사도 될 것, 그리고 비축하는 방법을 알려 드립니다.',
      html: `<p>스타젬은 쓸 곳을 알 때 가장 빛납니다. 이 가이드로 지갑의 균형을 지켜 보세요.</p>
<h2>먼저 쓸 곳</h2>
<ol><li>두 번째 동료 칸: 언제까지나 유용합니다.</li><li>가방 공간: 세 번째 줄까지면 충분합니다.</li><li>꼭 즐기고 싶은 시즌 이야기</li></ol>
<h2>나중에 써도 되는 곳</h2>
<ul><li>40레벨 이전의 무기 연마</li><li>첫 주의 의상: 나중에 <em>야시장</em>에서 구할 수 있는 경우가 많습니다.</li></ul>
<h2>현명하게 충전하기</h2>
<p><a href="/main/recharge">충전 페이지</a>를 열기 전에 한 달 한도를 정해 두세요. 매일 접속하신다면 월간 패스가 가장 알뜰합니다. <strong>첫 충전 100% 보너스</strong>는 원래 사려던 상품에 쓰는 것이 좋습니다. 사용한 금액은 <a href="/main/account/recharge">충전 내역</a>에서 언제든 확인하실 수 있습니다.</p>`,
    },
    'ja-JP': {
      title: 'スタージェム活用ガイド：計画的に、気持ちよく',
      summary: '先に使うもの、後でよいもの、そして備えの残し方をご紹介します。',
      html: `<p>ジェムは、使い道がはっきりしているときにこそ輝きます。このガイドで、上手にやりくりしましょう。</p>
<h2>先に使いたいもの</h2>
<ol><li>2つ目の仲間枠：ずっと役に立ちます。</li><li>バッグの拡張：3列目までで十分です。</li><li>本当に遊びたいシーズンのストーリー</li></ol>
<h2>後でもよいもの</h2>
<ul><li>レベル40までの武器の研磨</li><li>最初の週の衣装。のちに<em>夜市</em>に並ぶことがよくあります。</li></ul>
<h2>かしこいチャージ</h2>
<p><a href="/main/recharge">チャージページ</a>を開く前に、1か月の上限を決めておきましょう。毎日遊ぶ方には、マンスリーパスがもっともお得です。<strong>初回チャージボーナス100%</strong>は、もともと買う予定だったパックに使うのがおすすめです。ご利用額は<a href="/main/account/recharge">チャージ履歴</a>でいつでもご確認いただけます。</p>`,
    },
    'vi-VN': {
      title: 'Lên kế hoạch dùng ngọc: chi tiêu thật thảnh thơi',
      summary: 'Nên mua gì trước, gì có thể đợi và cách giữ khoản dự trữ.',
      html: `<p>Ngọc sáng nhất khi bạn biết mình cần gì. Bài viết nhỏ này giúp túi ngọc của bạn luôn cân bằng.</p>
<h2>Nên chi trước</h2>
<ol><li>Ô đồng đội thứ hai: hữu ích mãi mãi.</li><li>Ô hành trang, đến hàng thứ ba là đủ.</li><li>Những chương truyện mùa giải bạn thật sự muốn chơi.</li></ol>
<h2>Có thể đợi</h2>
<ul><li>Mài vũ khí trước cấp 40.</li><li>Trang phục trong tuần đầu; về sau <em>chợ đêm</em> thường có bán.</li></ul>
<h2>Nạp thông minh</h2>
<p>Hãy đặt giới hạn mỗi tháng trước khi mở <a href="/main/recharge">trang nạp</a>. Nếu chơi hằng ngày, thẻ tháng là lựa chọn lợi nhất. Dùng <strong>thưởng nạp lần đầu 100%</strong> cho gói bạn vốn định mua. Mọi khoản đã chi đều xem lại được trong <a href="/main/account/recharge">lịch sử nạp</a>.</p>`,
    },
    'de-DE': {
      title: 'Plane deine Juwelen: entspannt ausgeben',
      summary: 'Was du zuerst kaufst, was warten kann und wie du eine Reserve behältst.',
      html: `<p>Juwelen leuchten am hellsten, wenn du weißt, wofür du sie brauchst. Dieser kleine Guide hält deinen Beutel im Gleichgewicht.</p>
<h2>Zuerst ausgeben</h2>
<ol><li>Der zweite Gefährtenplatz: Er nützt dir für immer.</li><li>Taschenplätze, bis zur dritten Reihe.</li><li>Saisonkapitel, die du wirklich spielen willst.</li></ol>
<h2>Kann warten</h2>
<ul><li>Waffenpolitur vor Stufe 40.</li><li>Kostüme in der ersten Woche; der <em>Nachtmarkt</em> hat sie später oft.</li></ul>
<h2>Klug aufladen</h2>
<p>Setz dir ein Monatslimit, bevor du die <a href="/main/recharge">Aufladeseite</a> öffnest. Spielst du täglich, bietet der Monatspass am meisten fürs Geld. Nutz den <strong>Erstaufladebonus von 100 %</strong> für ein Paket, das du ohnehin gekauft hättest. Alle Ausgaben findest du in deinem <a href="/main/account/recharge">Aufladeverlauf</a>.</p>`,
    },
  },
} satisfies SeedArticle
