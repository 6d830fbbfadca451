import type { SeedArticle } from './seed-article.ts'

export const article = {
  id: 'a08',
  type: 2,
  createTs: 1786327200,
  img: '/art/articles/welcome-code.svg',
  pinned: false,
  hot: true,
  texts: {
    'en-US': {
      title: 'Gift code WELCOME2026: a gift for every Starbearer',
      summary: 'Enter the code on the home page and your welcome gift is on its way.',
      html: `<p>A letter sealed with starlight has reached the harbor, and it is addressed to you. Break the seal and collect your welcome gift.</p>
<h2>Your code</h2>
<p><strong>WELCOME2026</strong></p>
<h2>How to redeem</h2>
<ol><li>Log in and go to the <a href="/main/home">home page</a>.</li><li>Find the gift code box, then choose your server and role.</li><li>Enter the code and confirm. The gift is delivered like a purchase, usually within moments.</li></ol>
<h2>Please note</h2>
<ul><li>Each role can use the code once.</li><li>Check the role before you confirm: a gift cannot be moved afterwards.</li><li>While a server is under maintenance, codes cannot be used for its roles.</li></ul>`,
    },
    'zh-CN': {
      title: '兑换码 WELCOME2026：送给每位承星者的见面礼',
      summary: '在首页输入兑换码，欢迎礼物马上送达。',
      html: `<p>一封以星光封缄的信抵达了港口，收信人正是你。拆开封印，领取你的欢迎礼物吧。</p>
<h2>你的兑换码</h2>
<p><strong>WELCOME2026</strong></p>
<h2>兑换方法</h2>
<ol><li>登录后前往<a href="/main/home">首页</a>。</li><li>找到兑换码一栏，选择服务器和角色。</li><li>输入兑换码并确认。礼物的发放方式与购买道具相同，通常很快就会到账。</li></ol>
<h2>注意事项</h2>
<ul><li>每个角色限用一次。</li><li>确认前请核对角色，礼物发放后无法转移。</li><li>服务器维护期间，该服的角色暂时无法使用兑换码。</li></ul>`,
    },
    'zh-HK': {
      title: '兌換碼 WELCOME2026：送給每位承星者的見面禮',
      summary: '在主頁輸入兌換碼，迎新禮物即時送上。',
      html: `<p>一封以星光封印的信件已送抵港口，收件人就是你。快來拆信，領取迎新禮物。</p>
<h2>你的兌換碼</h2>
<p><strong>WELCOME2026</strong></p>
<h2>兌換步驟</h2>
<ol><li>登入後前往<a href="/main/home">主頁</a>。</li><li>在兌換碼一欄，選擇伺服器及角色。</li><li>輸入兌換碼並確認。禮物會如購買道具般派發，一般片刻便會收到。</li></ol>
<h2>注意事項</h2>
<ul><li>每個角色只限使用一次。</li><li>確認前請核對角色，禮物派發後不能轉移。</li><li>伺服器維護期間，該伺服器的角色暫時不能使用兌換碼。</li></ul>`,
    },
    'zh-TW': {
      title: '兌換碼 WELCOME2026：送給每位承星者的見面禮',
      summary: '在首頁輸入兌換碼，見面禮馬上送達。',
      html: `<p>一封用星光封緘的信抵達了港口，收件人正是你。快拆開封印，領取你的見面禮吧。</p>
<h2>你的兌換碼</h2>
<p><strong>WELCOME2026</strong></p>
<h2>兌換方式</h2>
<ol><li>登入後前往<a href="/main/home">首頁</a>。</li><li>找到兌換碼欄位，選擇伺服器與角色。</li><li>輸入兌換碼並按下「兌換」。禮物會和購買道具一樣發送，通常很快就會送達。</li></ol>
<h2>注意事項</h2>
<ul><li>每個角色限用一次。</li><li>確認前請再看一次角色，禮物發送後無法轉移。</li><li>伺服器維護期間，該伺服器的角色暫時無法使用兌換碼。</li></ul>`,
    },
    'th-TH': {
      title: 'โค้ด WELCOME2026: ของขวัญสำหรับผู้แบกรับดวงดาวทุกคน',
      summary: 'กรอกโค้ดที่หน้าแรก แล้วรอรับของขวัญต้อนรับได้เลย',
      html: `<p>จดหมายผนึกด้วยแสงดาวเดินทางมาถึงท่าเรือ และจ่าหน้าถึงคุณ แกะผนึกแล้วรับของขวัญต้อนรับได้เลย</p>
<h2>โค้ดของคุณ</h2>
<p><strong>WELCOME2026</strong></p>
<h2>วิธีแลก</h2>
<ol><li>เข้าสู่ระบบแล้วไปที่<a href="/main/home">หน้าแรก</a></li><li>หาช่องกรอกโค้ด แล้วเลือกเซิร์ฟเวอร์และตัวละคร</li><li>กรอกโค้ดและกดยืนยัน ของขวัญจะส่งให้เหมือนการซื้อปกติ โดยทั่วไปใช้เวลาไม่นาน</li></ol>
<h2>โปรดทราบ</h2>
<ul><li>ตัวละครหนึ่งตัวใช้โค้ดได้หนึ่งครั้ง</li><li>ตรวจสอบตัวละครก่อนยืนยัน เพราะย้ายของขวัญภายหลังไม่ได้</li><li>ระหว่างที่เซิร์ฟเวอร์ปิดปรับปรุง ตัวละครในเซิร์ฟเวอร์นั้นจะใช้โค้ดไม่ได้</li></ul>`,
    },
    'ko-KR': {
      title: '쿠폰 코드 WELCOME2026: 모든 별지기께 드리는 환영 선물',
      summary: '홈에서 코드를 입력하면 환영 선물이 도착합니다.',
      html: `<p>별빛으로 봉인된 편지가 항구에 도착했습니다. 받는 사람은 바로 여러분입니다. 봉인을 열고 환영 선물을 받아 가세요.</p>
<h2>쿠폰 코드</h2>
<p><strong>WELCOME2026</strong></p>
<h2>등록 방법</h2>
<ol><li>로그인 후 <a href="/main/home">홈</a>으로 이동합니다.</li><li>쿠폰 코드 입력란에서 서버와 캐릭터를 선택합니다.</li><li>코드를 입력하고 [등록]을 누릅니다. 선물은 구매한 아이템과 같은 방식으로 지급되며, 보통 금방 도착합니다.</li></ol>
<h2>유의 사항</h2>
<ul><li>캐릭터당 한 번만 사용할 수 있습니다.</li><li>지급된 선물은 옮길 수 없으니 확인 전에 캐릭터를 다시 살펴봐 주세요.</li><li>점검 중인 서버의 캐릭터는 코드를 사용할 수 없습니다.</li></ul>`,
    },
    'ja-JP': {
      title: 'ギフトコード「WELCOME2026」：すべての星の担い手への贈り物',
      summary: 'ホームでコードを入力すると、ウェルカムギフトが届きます。',
      html: `<p>星の光で封をされた一通の手紙が、港に届きました。宛名はあなたです。封を解いて、ウェルカムギフトをお受け取りください。</p>
<h2>ギフトコード</h2>
<p><strong>WELCOME2026</strong></p>
<h2>引き換え方法</h2>
<ol><li>ログインして<a href="/main/home">ホーム</a>を開きます。</li><li>ギフトコードの欄で、サーバーとキャラクターを選びます。</li><li>コードを入力して確定します。ギフトは購入したアイテムと同じように届き、通常はまもなく反映されます。</li></ol>
<h2>ご注意</h2>
<ul><li>コードは1キャラクターにつき1回ご利用いただけます。</li><li>受け取ったギフトは移動できません。確定前にキャラクターをご確認ください。</li><li>メンテナンス中のサーバーのキャラクターには、コードをご利用いただけません。</li></ul>`,
    },
    'vi-VN': {
      title: 'Mã quà WELCOME2026: món quà cho mọi Người Mang Sao',
      summary: 'Nhập mã ở trang chủ, quà chào mừng sẽ đến ngay.',
      html: `<p>Một lá thư niêm phong bằng ánh sao vừa cập bến, và người nhận chính là bạn. Hãy mở dấu niêm và nhận quà chào mừng nhé.</p>
<h2>Mã của bạn</h2>
<p><strong>WELCOME2026</strong></p>
<h2>Cách đổi quà</h2>
<ol><li>Đăng nhập rồi vào <a href="/main/home">trang chủ</a>.</li><li>Tìm ô nhập mã quà, chọn máy chủ và nhân vật.</li><li>Nhập mã và xác nhận. Quà được gửi giống như khi mua vật phẩm, thường chỉ sau chốc lát.</li></ol>
<h2>Lưu ý</h2>
<ul><li>Mỗi nhân vật dùng mã được một lần.</li><li>Kiểm tra nhân vật trước khi xác nhận, vì quà đã gửi không thể chuyển.</li><li>Khi máy chủ đang bảo trì, nhân vật ở đó chưa thể dùng mã.</li></ul>`,
    },
    'de-DE': {
      title: 'Code WELCOME2026: ein Geschenk für alle Sternträger',
      summary: 'Gib den Code auf der Startseite ein, und dein Willkommensgeschenk ist unterwegs.',
      html: `<p>Ein mit Sternenlicht versiegelter Brief ist im Hafen angekommen, und er ist an dich adressiert. Brich das Siegel und hol dir dein Willkommensgeschenk.</p>
<h2>Dein Code</h2>
<p><strong>WELCOME2026</strong></p>
<h2>So löst du ihn ein</h2>
<ol><li>Melde dich an und geh zur <a href="/main/home">Startseite</a>.</li><li>Wähle beim Feld für Geschenkcodes deinen Server und Charakter.</li><li>Gib den Code ein und bestätige. Das Geschenk kommt wie ein Einkauf an, meist nach wenigen Augenblicken.</li></ol>
<h2>Bitte beachte</h2>
<ul><li>Jeder Charakter kann den Code einmal einlösen.</li><li>Prüfe den Charakter, bevor du bestätigst: Verschieben geht danach nicht mehr.</li><li>Solange ein Server gewartet wird, gelten Codes dort nicht.</li></ul>`,
    },
  },
} satisfies SeedArticle
