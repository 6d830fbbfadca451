import type { SeedArticle } from './seed-article.ts'

export const article = {
  id: 'a02',
  type: 1,
  createTs: 1787191200,
  img: '/art/articles/borealis-opens.svg',
  pinned: false,
  hot: false,
  texts: {
    'en-US': {
      title: 'New server Borealis: set foot on the northern isles',
      summary: 'A fresh sky for everyone who wants to start anew. Borealis is open now.',
      html: `<p>Under curtains of green light, a new chain of isles has drifted into view. <strong>Borealis</strong> welcomes its first Starbearers.</p>
<h2>Why start here</h2>
<ul><li>Every ranking begins at zero, so everyone sets off together.</li><li>Guild names are free. Claim yours before somebody else does.</li><li>Each new role has its own first-top-up bonus on gem packs.</li></ul>
<h2>What about my old character?</h2>
<p>Your roles on <strong>Aurora</strong> stay exactly where they are. One account can have characters on several servers, and the <a href="/main/recharge">top-up page</a> lets you choose between them.</p>
<h2>What is shared</h2>
<p>HC Points belong to your <em>account</em>, so you can spend them on any open server. Star Gems and passes belong to the <em>character</em> you bought them for and can’t be moved.</p>`,
    },
    'zh-CN': {
      title: '新服 Borealis 开启：踏上北境浮岛',
      summary: '想从零开始的你，新的星空已经就绪。Borealis 现已开放。',
      html: `<p>绿色极光之下，一串全新的浮岛缓缓浮现。<strong>Borealis</strong> 正在迎接第一批承星者。</p>
<h2>为什么选择新服</h2>
<ul><li>所有排行榜从零开始，大家同一起跑线出发。</li><li>公会名称任你挑，看中了就快抢先注册。</li><li>每个新角色购买星晶礼包，都有自己的首充加赠。</li></ul>
<h2>原来的角色怎么办</h2>
<p>你在 <strong>Aurora</strong> 的角色不会有任何变化。一个账号可以在多个服务器拥有角色，在<a href="/main/recharge">充值页面</a>选择即可。</p>
<h2>哪些内容共通</h2>
<p>HC 点数属于<em>账号</em>，在任意开放中的服务器都能使用。星晶和月卡属于购买时选择的<em>角色</em>，无法转移。</p>`,
    },
    'zh-HK': {
      title: '新伺服器 Borealis 登場：踏足北方浮島',
      summary: '想由零開始？全新的星空已經準備就緒，Borealis 現已開放。',
      html: `<p>在綠色極光映照下，一列全新浮島緩緩現身。<strong>Borealis</strong> 正恭候首批承星者。</p>
<h2>為何選擇新伺服器</h2>
<ul><li>所有排行榜由零開始，人人站在同一起跑線。</li><li>公會名稱任你選，心儀名字要盡快登記。</li><li>每個新角色購買星晶組合，均享有專屬的首次增值加送。</li></ul>
<h2>原有角色會怎樣</h2>
<p>你在 <strong>Aurora</strong> 的角色完全不受影響。同一帳戶可在多個伺服器建立角色，於<a href="/main/recharge">增值頁面</a>選擇便可。</p>
<h2>甚麼可以共用</h2>
<p>HC 點數屬於<em>帳戶</em>，可於任何開放中的伺服器使用。星晶及月卡則屬於購買時所選的<em>角色</em>，不能轉移。</p>`,
    },
    'zh-TW': {
      title: '新伺服器 Borealis 開放：前進北境浮島',
      summary: '想重新出發的你，嶄新的星空準備好了。Borealis 現正開放。',
      html: `<p>綠色極光之下，一整串全新的浮島緩緩浮現。<strong>Borealis</strong> 正在迎接第一批承星者。</p>
<h2>為什麼選新伺服器</h2>
<ul><li>所有排行榜從零開始，大家站在同一條起跑線。</li><li>公會名稱任你挑，喜歡的名字要趁早註冊。</li><li>每個新角色購買星晶方案，都有自己的首儲加贈。</li></ul>
<h2>原本的角色呢</h2>
<p>你在 <strong>Aurora</strong> 的角色不會有任何變動。同一個帳號可以在多個伺服器擁有角色，到<a href="/main/recharge">儲值頁面</a>選擇即可。</p>
<h2>哪些內容共通</h2>
<p>HC 點數屬於<em>帳號</em>，任何開放中的伺服器都能使用。星晶和月卡則屬於購買時選擇的<em>角色</em>，無法轉移。</p>`,
    },
    'th-TH': {
      title: 'เซิร์ฟเวอร์ใหม่ Borealis: ออกสำรวจหมู่เกาะแดนเหนือ',
      summary: 'ท้องฟ้าผืนใหม่สำหรับคนที่อยากเริ่มต้นใหม่ Borealis เปิดให้เล่นแล้ววันนี้',
      html: `<p>ใต้ม่านแสงสีเขียว หมู่เกาะใหม่ค่อย ๆ ลอยเข้ามาในสายตา <strong>Borealis</strong> พร้อมต้อนรับผู้แบกรับดวงดาวกลุ่มแรกแล้ว</p>
<h2>ทำไมต้องเริ่มที่นี่</h2>
<ul><li>ทุกอันดับเริ่มจากศูนย์ ทุกคนออกตัวพร้อมกัน</li><li>ชื่อกิลด์ยังว่าง รีบจองก่อนใคร</li><li>ตัวละครใหม่แต่ละตัวมีโบนัสเติมครั้งแรกของแพ็กสตาร์เจมเป็นของตัวเอง</li></ul>
<h2>แล้วตัวละครเดิมล่ะ</h2>
<p>ตัวละครของคุณบน <strong>Aurora</strong> ยังอยู่ครบเหมือนเดิม หนึ่งบัญชีมีตัวละครได้หลายเซิร์ฟเวอร์ เลือกได้ที่<a href="/main/recharge">หน้าเติมเงิน</a></p>
<h2>อะไรใช้ร่วมกันได้บ้าง</h2>
<p>HC พอยต์ผูกกับ<em>บัญชี</em> จึงใช้ได้กับทุกเซิร์ฟเวอร์ที่เปิดอยู่ ส่วนสตาร์เจมและบัตรรายเดือนผูกกับ<em>ตัวละคร</em>ที่เลือกตอนซื้อและย้ายไม่ได้</p>`,
    },
    'ko-KR': {
      title: '신규 서버 Borealis 오픈: 북쪽 하늘섬으로',
      summary: '새롭게 시작하고 싶은 모험가를 위한 하늘, Borealis가 열렸습니다.',
      html: `<p>초록빛 오로라 아래 새로운 섬들이 모습을 드러냈습니다. <strong>Borealis</strong>가 첫 번째 별지기 여러분을 기다립니다.</p>
<h2>신규 서버의 장점</h2>
<ul><li>모든 순위가 0에서 시작되어 다 함께 출발합니다.</li><li>길드 이름을 자유롭게 정할 수 있습니다. 원하는 이름은 서둘러 선점하세요.</li><li>새 캐릭터마다 스타젬 상품의 첫 충전 보너스가 따로 적용됩니다.</li></ul>
<h2>기존 캐릭터는 어떻게 되나요?</h2>
<p><strong>Aurora</strong>의 캐릭터는 그대로 유지됩니다. 한 계정으로 여러 서버에 캐릭터를 둘 수 있으며, <a href="/main/recharge">충전 페이지</a>에서 선택하시면 됩니다.</p>
<h2>공유되는 항목</h2>
<p>HC 포인트는 <em>계정</em>에 귀속되어 운영 중인 모든 서버에서 쓸 수 있습니다. 스타젬과 패스는 구매 시 선택한 <em>캐릭터</em>에 귀속되며 옮길 수 없습니다.</p>`,
    },
    'ja-JP': {
      title: '新サーバー「Borealis」オープン：北の浮島へ',
      summary: '新たな空で一から始めたい方へ。Borealisサーバーが開放されました。',
      html: `<p>緑のオーロラの下、新たな浮島の連なりが姿を現しました。<strong>Borealis</strong>では、最初の星の担い手の皆さまをお待ちしております。</p>
<h2>新サーバーの魅力</h2>
<ul><li>すべてのランキングがゼロから。全員が同じスタートラインに立てます。</li><li>ギルド名は早い者勝ち。お気に入りの名前はお早めにどうぞ。</li><li>新しいキャラクターごとに、スタージェムの初回チャージボーナスが用意されています。</li></ul>
<h2>これまでのキャラクターは？</h2>
<p><strong>Aurora</strong>のキャラクターはそのままご利用いただけます。1つのアカウントで複数のサーバーにキャラクターを持つことができ、<a href="/main/recharge">チャージページ</a>で選択できます。</p>
<h2>共有されるもの</h2>
<p>HCポイントは<em>アカウント</em>に紐づき、稼働中のどのサーバーでも使えます。スタージェムとパスは購入時に選んだ<em>キャラクター</em>に紐づき、移動はできません。</p>`,
    },
    'vi-VN': {
      title: 'Máy chủ mới Borealis: đặt chân lên quần đảo phương Bắc',
      summary: 'Một bầu trời mới cho ai muốn bắt đầu lại. Borealis đã mở cửa.',
      html: `<p>Dưới màn cực quang xanh biếc, một chuỗi đảo mới đã hiện ra. <strong>Borealis</strong> chào đón những Người Mang Sao đầu tiên.</p>
<h2>Vì sao nên bắt đầu tại đây</h2>
<ul><li>Mọi bảng xếp hạng đều từ số không, ai cũng cùng vạch xuất phát.</li><li>Tên bang hội còn trống, hãy giữ chỗ trước khi người khác nhanh tay hơn.</li><li>Mỗi nhân vật mới có thưởng nạp lần đầu riêng cho các gói ngọc.</li></ul>
<h2>Nhân vật cũ thì sao?</h2>
<p>Nhân vật của bạn ở <strong>Aurora</strong> vẫn giữ nguyên. Một tài khoản có thể có nhân vật ở nhiều máy chủ, bạn chỉ cần chọn tại <a href="/main/recharge">trang nạp</a>.</p>
<h2>Những gì được dùng chung</h2>
<p>HC Point thuộc về <em>tài khoản</em> nên dùng được ở mọi máy chủ đang mở. Ngọc Sao và thẻ tháng thuộc về <em>nhân vật</em> bạn chọn khi mua và không thể chuyển.</p>`,
    },
    'de-DE': {
      title: 'Neuer Server Borealis: auf zu den nördlichen Inseln',
      summary: 'Ein frischer Himmel für alle, die neu anfangen wollen. Borealis ist jetzt offen.',
      html: `<p>Unter grünen Lichtschleiern ist eine neue Inselkette aufgetaucht. <strong>Borealis</strong> heißt seine ersten Sternträger willkommen.</p>
<h2>Warum hier anfangen?</h2>
<ul><li>Alle Ranglisten beginnen bei null, ihr startet also gemeinsam.</li><li>Die Gildennamen sind noch frei. Sichere dir deinen, bevor es jemand anders tut.</li><li>Jeder neue Charakter hat seinen eigenen Erstaufladebonus auf Juwelenpakete.</li></ul>
<h2>Und mein alter Charakter?</h2>
<p>Deine Charaktere auf <strong>Aurora</strong> bleiben genau da, wo sie sind. Ein Konto kann Charaktere auf mehreren Servern haben; auf der <a href="/main/recharge">Aufladeseite</a> wählst du aus.</p>
<h2>Was geteilt wird</h2>
<p>HC-Punkte gehören zu deinem <em>Konto</em> und gelten auf jedem offenen Server. Sternjuwelen und Pässe gehören zum <em>Charakter</em>, für den du sie gekauft hast, und lassen sich nicht übertragen.</p>`,
    },
  },
} satisfies SeedArticle
