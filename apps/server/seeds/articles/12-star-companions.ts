import type { SeedArticle } from './seed-article.ts'

export const article = {
  id: 'a12',
  type: 3,
  createTs: 1789452000,
  img: '/art/articles/star-companions.svg',
  pinned: false,
  hot: false,
  texts: {
    'en-US': {
      title: 'Which star companion suits you?',
      summary: 'Fox, owl or stag: three beginnings, three ways to play.',
      html: `<p>Every Starbearer meets three spirits in the first chapter and may follow only one. Do not worry: the others will find you later.</p>
<h2>The three at a glance</h2>
<table><tr><th>Companion</th><th>Strength</th><th>Good for</th></tr><tr><td>Ember Fox</td><td>Fast strikes</td><td>Players who like to attack</td></tr><tr><td>Tide Owl</td><td>Shields and healing</td><td>Solo explorers</td></tr><tr><td>Crown Stag</td><td>Group blessings</td><td>Friends who play together</td></tr></table>
<h2>How to raise a companion</h2>
<ol><li>Feed starlight until level 20, then unlock the first constellation.</li><li>Match the element of your weapon; the bond fills twice as fast.</li><li>Save rare treats for the second form.</li></ol>
<h2>A common mistake</h2>
<p>Five half-grown companions lose to two strong ones. <strong>Choose a pair</strong> and stay with it until you reach the citadel.</p>`,
    },
    'zh-CN': {
      title: '哪位星灵伙伴最适合你？',
      summary: '狐、鸮、鹿：三种开局，三种玩法。',
      html: `<p>每位承星者都会在第一章遇见三位星灵，但只能跟随其中一位。别担心，另外两位之后也会来找你。</p>
<h2>三位伙伴一览</h2>
<table><tr><th>伙伴</th><th>特长</th><th>适合</th></tr><tr><td>烬火狐</td><td>迅捷连击</td><td>喜欢主动进攻的玩家</td></tr><tr><td>潮汐鸮</td><td>护盾与治疗</td><td>独自探索的玩家</td></tr><tr><td>冠冕鹿</td><td>全队祝福</td><td>与好友一起玩的玩家</td></tr></table>
<h2>培养要点</h2>
<ol><li>用星光喂养到 20 级，再解锁第一个星座。</li><li>与武器属性保持一致，羁绊增长速度翻倍。</li><li>稀有点心留给第二形态。</li></ol>
<h2>常见误区</h2>
<p>五个半吊子伙伴，打不过两个精心培养的。<strong>认准一对</strong>，一路带到星之城吧。</p>`,
    },
    'zh-HK': {
      title: '哪位星靈夥伴最適合你？',
      summary: '狐、鴞、鹿：三種開局，三種玩法。',
      html: `<p>每位承星者都會在第一章遇上三位星靈，但只可跟隨其中一位。不用擔心，其餘兩位日後亦會與你相遇。</p>
<h2>三位夥伴一覽</h2>
<table><tr><th>夥伴</th><th>專長</th><th>適合</th></tr><tr><td>燼火狐</td><td>快速連擊</td><td>喜歡主動出擊的玩家</td></tr><tr><td>潮汐鴞</td><td>護盾及治療</td><td>獨自探索的玩家</td></tr><tr><td>冠冕鹿</td><td>全隊祝福</td><td>與朋友一同遊玩的玩家</td></tr></table>
<h2>培養心得</h2>
<ol><li>以星光餵養至 20 級，再解鎖第一個星座。</li><li>與武器屬性一致，羈絆上升速度會加倍。</li><li>稀有點心要留給第二形態。</li></ol>
<h2>常見錯誤</h2>
<p>五個半桶水的夥伴，敵不過兩個悉心培養的。<strong>選定一對</strong>，一直帶到星之城吧。</p>`,
    },
    'zh-TW': {
      title: '哪位星靈夥伴最適合你？',
      summary: '狐狸、貓頭鷹、鹿：三種開局，三種玩法。',
      html: `<p>每位承星者都會在第一章遇見三位星靈，但只能跟隨其中一位。別擔心，另外兩位之後也會來找你。</p>
<h2>三位夥伴一覽</h2>
<table><tr><th>夥伴</th><th>專長</th><th>適合</th></tr><tr><td>燼火狐</td><td>快速連擊</td><td>喜歡主動進攻的玩家</td></tr><tr><td>潮汐鴞</td><td>護盾與治療</td><td>獨自探索的玩家</td></tr><tr><td>冠冕鹿</td><td>全隊祝福</td><td>和朋友一起玩的玩家</td></tr></table>
<h2>培養重點</h2>
<ol><li>用星光餵到 20 級，再解鎖第一個星座。</li><li>和武器屬性一致，羈絆成長速度會加倍。</li><li>稀有點心留給第二型態。</li></ol>
<h2>常見的失誤</h2>
<p>五個半調子的夥伴，打不贏兩個用心培養的。<strong>選定一對</strong>，一路帶到星之城吧。</p>`,
    },
    'th-TH': {
      title: 'สหายแห่งดวงดาวตัวไหนเหมาะกับคุณ',
      summary: 'จิ้งจอก นกฮูก หรือกวาง: สามจุดเริ่มต้น สามสไตล์การเล่น',
      html: `<p>ผู้แบกรับดวงดาวทุกคนจะพบภูตสามตนในบทแรก แต่เลือกติดตามได้เพียงตนเดียว ไม่ต้องกังวล อีกสองตนจะมาหาคุณภายหลัง</p>
<h2>เปรียบเทียบทั้งสาม</h2>
<table><tr><th>สหาย</th><th>จุดเด่น</th><th>เหมาะกับ</th></tr><tr><td>จิ้งจอกถ่านเพลิง</td><td>โจมตีรวดเร็ว</td><td>สายบุก</td></tr><tr><td>นกฮูกกระแสน้ำ</td><td>โล่และการรักษา</td><td>นักสำรวจสายเดี่ยว</td></tr><tr><td>กวางมงกุฎ</td><td>เสริมพลังทั้งทีม</td><td>คนที่เล่นกับเพื่อน</td></tr></table>
<h2>วิธีเลี้ยงสหาย</h2>
<ol><li>ป้อนแสงดาวจนถึงเลเวล 20 แล้วปลดล็อกกลุ่มดาวแรก</li><li>ใช้ธาตุเดียวกับอาวุธ สายสัมพันธ์จะเพิ่มเร็วขึ้นสองเท่า</li><li>เก็บขนมหายากไว้ใช้กับร่างที่สอง</li></ol>
<h2>ข้อผิดพลาดที่พบบ่อย</h2>
<p>สหายครึ่ง ๆ กลาง ๆ ห้าตัว สู้สองตัวที่เลี้ยงจนแกร่งไม่ได้ <strong>เลือกหนึ่งคู่</strong> แล้วพาไปให้ถึงปราสาท</p>`,
    },
    'ko-KR': {
      title: '나에게 어울리는 별의 동료는?',
      summary: '여우, 올빼미, 사슴. 세 가지 시작과 세 가지 플레이 방식을 소개합니다.',
      html: `<p>모든 별지기는 1장에서 세 정령을 만나 그중 하나와 길을 떠납니다. 걱정하지 마세요. 나머지도 나중에 다시 만날 수 있습니다.</p>
<h2>한눈에 보는 세 동료</h2>
<table><tr><th>동료</th><th>장점</th><th>추천 대상</th></tr><tr><td>잿불 여우</td><td>빠른 연속 공격</td><td>공격적인 플레이를 즐기는 분</td></tr><tr><td>물결 올빼미</td><td>보호막과 치유</td><td>혼자 탐험하는 분</td></tr><tr><td>왕관 사슴</td><td>파티 전체 축복</td><td>친구와 함께 즐기는 분</td></tr></table>
<h2>동료 육성 방법</h2>
<ol><li>20레벨까지 별빛을 먹인 뒤 첫 번째 별자리를 해금하세요.</li><li>무기와 속성을 맞추면 유대감이 두 배로 빠르게 오릅니다.</li><li>희귀 간식은 두 번째 형태를 위해 아껴 두세요.</li></ol>
<h2>자주 하는 실수</h2>
<p>어중간한 동료 다섯보다 강한 동료 둘이 낫습니다. <strong>둘을 정해</strong> 성채에 도착할 때까지 함께하세요.</p>`,
    },
    'ja-JP': {
      title: 'あなたにぴったりの星霊の仲間は？',
      summary: 'キツネ、フクロウ、シカ。3つのはじまりと、3つの遊び方をご紹介します。',
      html: `<p>星の担い手は第1章で3体の星霊と出会い、そのうち1体とともに旅立ちます。ご安心ください。残りの2体とも、のちに再会できます。</p>
<h2>3体の特徴</h2>
<table><tr><th>仲間</th><th>得意なこと</th><th>おすすめの方</th></tr><tr><td>残り火のキツネ</td><td>すばやい連続攻撃</td><td>どんどん攻めたい方</td></tr><tr><td>潮のフクロウ</td><td>シールドと回復</td><td>ひとりで探索したい方</td></tr><tr><td>冠のシカ</td><td>パーティ全体の強化</td><td>フレンドと遊びたい方</td></tr></table>
<h2>育て方のポイント</h2>
<ol><li>星の光を与えてレベル20まで育て、最初の星座を解放しましょう。</li><li>武器と属性をそろえると、絆が2倍の速さで深まります。</li><li>貴重なおやつは第2形態まで取っておきましょう。</li></ol>
<h2>よくある失敗</h2>
<p>中途半端に育てた5体よりも、しっかり育てた2体のほうが頼りになります。<strong>2体に絞って</strong>、城塞まで一緒に進みましょう。</p>`,
    },
    'vi-VN': {
      title: 'Đồng đội tinh tú nào hợp với bạn?',
      summary: 'Cáo, cú hay hươu: ba khởi đầu, ba lối chơi.',
      html: `<p>Ở chương đầu, mỗi Người Mang Sao gặp ba tinh linh và chỉ được đi cùng một. Đừng lo, hai tinh linh còn lại sẽ tìm đến bạn sau.</p>
<h2>So sánh nhanh</h2>
<table><tr><th>Đồng đội</th><th>Thế mạnh</th><th>Hợp với</th></tr><tr><td>Cáo Tàn Lửa</td><td>Ra đòn nhanh</td><td>Người thích tấn công</td></tr><tr><td>Cú Thủy Triều</td><td>Khiên và hồi máu</td><td>Người khám phá một mình</td></tr><tr><td>Hươu Vương Miện</td><td>Cường hóa cả đội</td><td>Nhóm bạn chơi chung</td></tr></table>
<h2>Cách nuôi đồng đội</h2>
<ol><li>Cho ăn ánh sao đến cấp 20 rồi mở chòm sao đầu tiên.</li><li>Dùng vũ khí cùng hệ, độ gắn kết tăng nhanh gấp đôi.</li><li>Để dành món hiếm cho dạng thứ hai.</li></ol>
<h2>Sai lầm thường gặp</h2>
<p>Năm đồng đội nửa vời không bằng hai đồng đội mạnh. <strong>Hãy chọn một cặp</strong> và gắn bó cho đến khi bạn tới tòa thành.</p>`,
    },
    'de-DE': {
      title: 'Welcher Sternengefährte passt zu dir?',
      summary: 'Fuchs, Eule oder Hirsch: drei Anfänge, drei Spielweisen.',
      html: `<p>Im ersten Kapitel begegnen dir drei Geister, und nur einem darfst du folgen. Keine Sorge: Die anderen finden dich später.</p>
<h2>Die drei auf einen Blick</h2>
<table><tr><th>Gefährte</th><th>Stärke</th><th>Gut für</th></tr><tr><td>Glutfuchs</td><td>Schnelle Schläge</td><td>Alle, die gern angreifen</td></tr><tr><td>Gezeiteneule</td><td>Schilde und Heilung</td><td>Solo-Entdecker</td></tr><tr><td>Kronenhirsch</td><td>Segen für die Gruppe</td><td>Freunde, die zusammen spielen</td></tr></table>
<h2>So ziehst du einen Gefährten hoch</h2>
<ol><li>Füttere ihn bis Stufe 20 mit Sternenlicht und schalte dann das erste Sternbild frei.</li><li>Nutze dasselbe Element wie deine Waffe; so wächst die Bindung doppelt so schnell.</li><li>Heb dir seltene Leckerbissen für die zweite Form auf.</li></ol>
<h2>Ein häufiger Fehler</h2>
<p>Fünf halb ausgebaute Gefährten verlieren gegen zwei starke. <strong>Entscheide dich für ein Paar</strong> und bleib dabei, bis du die Zitadelle erreichst.</p>`,
    },
  },
} satisfies SeedArticle
