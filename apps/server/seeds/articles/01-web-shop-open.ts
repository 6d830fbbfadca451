import type { SeedArticle } from './seed-article.ts'

export const article = {
  id: 'a01',
  type: 1,
  createTs: 1785722400,
  img: '/art/articles/web-shop-open.svg',
  pinned: true,
  hot: false,
  texts: {
    'en-US': {
      title: 'The Starfall web shop is open',
      summary: 'Top up Star Gems and HC Points in your browser, delivered straight to your character.',
      html: `<p>The gates of the citadel market stand open! From today you can top up in your browser and find everything waiting in the game.</p>
<h2>How it works</h2>
<ol><li>Log in with your game account.</li><li>Open the <a href="/main/recharge">top-up page</a> and choose your server and character.</li><li>Pick a pack, choose how to pay and finish the payment in the new window.</li></ol>
<h2>What you can buy</h2>
<ul><li><strong>Star Gems</strong>: six packs from 60 to 6,480 gems.</li><li><strong>Moonlit Month Pass</strong>: gems every day for 30 days.</li><li><strong>HC Points</strong>: our shop currency, good for any item here.</li></ul>
<h2>Good to know</h2>
<p>An unpaid order normally expires after five minutes; just place it again. You’ll find every order in your <a href="/main/account/recharge">top-up records</a>. Top up for characters on <strong>every open server</strong>, day or night.</p>`,
    },
    'zh-CN': {
      title: '《星坠编年史》网页充值商城正式开放',
      summary: '打开浏览器即可充值星晶与 HC 点数，直接发放到你的角色。',
      html: `<p>各位承星者，星之城的集市大门已经敞开！即日起，你可以直接在浏览器里充值，回到游戏就能收到道具。</p>
<h2>如何充值</h2>
<ol><li>使用游戏账号登录。</li><li>进入<a href="/main/recharge">充值页面</a>，选择服务器和角色。</li><li>选好礼包和支付方式，在新打开的窗口中完成付款。</li></ol>
<h2>商城有什么</h2>
<ul><li><strong>星晶</strong>：从 60 到 6,480，共六档礼包。</li><li><strong>月华月卡</strong>：连续 30 天，每天都有星晶。</li><li><strong>HC 点数</strong>：商城通用货币，可购买站内任意道具。</li></ul>
<h2>温馨提示</h2>
<p>未付款的订单通常会在五分钟后过期，重新下单即可。所有订单都能在<a href="/main/account/recharge">充值记录</a>中查到。<strong>所有开放中的服务器</strong>，角色随时都能充值。</p>`,
    },
    'zh-HK': {
      title: '《星墜編年史》增值網店正式開幕',
      summary: '用瀏覽器就可以增值星晶及 HC 點數，直送你的角色。',
      html: `<p>各位承星者，星之城市集現已開門！由今日起，你可直接在瀏覽器增值，返回遊戲便會收到道具。</p>
<h2>增值步驟</h2>
<ol><li>以遊戲帳戶登入。</li><li>前往<a href="/main/recharge">增值頁面</a>，選擇伺服器及角色。</li><li>選好組合及付款方式，在新開啟的視窗完成付款。</li></ol>
<h2>有甚麼可以買</h2>
<ul><li><strong>星晶</strong>：由 60 至 6,480，共六款組合。</li><li><strong>月華月卡</strong>：連續 30 日，每日都有星晶。</li><li><strong>HC 點數</strong>：網店專用貨幣，可購買店內任何道具。</li></ul>
<h2>溫馨提示</h2>
<p>未付款的訂單一般會在五分鐘後失效，重新下單即可。所有訂單均可於<a href="/main/account/recharge">增值紀錄</a>查閱。<strong>所有開放中的伺服器</strong>，角色均可隨時增值。</p>`,
    },
    'zh-TW': {
      title: '《星墜編年史》網頁儲值商城正式開張',
      summary: '打開瀏覽器就能儲值星晶與 HC 點數，直接送到你的角色。',
      html: `<p>各位承星者，星之城的市集大門打開囉！即日起，你可以直接用瀏覽器儲值，回到遊戲就能收到道具。</p>
<h2>儲值步驟</h2>
<ol><li>使用遊戲帳號登入。</li><li>前往<a href="/main/recharge">儲值頁面</a>，選擇伺服器與角色。</li><li>選好方案與付款方式，在新開啟的視窗完成付款。</li></ol>
<h2>商城裡有什麼</h2>
<ul><li><strong>星晶</strong>：從 60 到 6,480，共六種方案。</li><li><strong>月光月卡</strong>：連續 30 天，每天都能領星晶。</li><li><strong>HC 點數</strong>：商城專用貨幣，站內道具都能買。</li></ul>
<h2>小提醒</h2>
<p>未付款的訂單通常會在五分鐘後失效，重新下單就可以了。所有訂單都能在<a href="/main/account/recharge">儲值紀錄</a>查詢。<strong>所有開放中的伺服器</strong>，角色隨時都能儲值。</p>`,
    },
    'th-TH': {
      title: 'ร้านค้าออนไลน์ Starfall เปิดให้บริการแล้ว',
      summary: 'เติมสตาร์เจมและ HC พอยต์ผ่านเบราว์เซอร์ ส่งตรงถึงตัวละครของคุณ',
      html: `<p>ประตูตลาดแห่งปราสาทดวงดาวเปิดแล้ว! ตั้งแต่วันนี้ คุณเติมเงินผ่านเบราว์เซอร์ได้เลย กลับเข้าเกมก็มีของรออยู่</p>
<h2>วิธีเติมเงิน</h2>
<ol><li>เข้าสู่ระบบด้วยบัญชีเกม</li><li>เปิด<a href="/main/recharge">หน้าเติมเงิน</a> แล้วเลือกเซิร์ฟเวอร์และตัวละคร</li><li>เลือกแพ็กและวิธีชำระเงิน จากนั้นชำระในหน้าต่างใหม่ให้เสร็จ</li></ol>
<h2>มีอะไรขายบ้าง</h2>
<ul><li><strong>สตาร์เจม</strong>: 6 แพ็ก ตั้งแต่ 60 ถึง 6,480 เม็ด</li><li><strong>บัตรรายเดือนแสงจันทร์</strong>: รับสตาร์เจมทุกวันตลอด 30 วัน</li><li><strong>HC พอยต์</strong>: สกุลเงินของร้าน ใช้ซื้อไอเทมได้ทุกชิ้นที่นี่</li></ul>
<h2>เรื่องน่ารู้</h2>
<p>คำสั่งซื้อที่ยังไม่ชำระจะหมดอายุใน 5 นาทีโดยประมาณ สั่งใหม่ได้เสมอ ดูคำสั่งซื้อทั้งหมดได้ที่<a href="/main/account/recharge">ประวัติการเติมเงิน</a> ตัวละครบน<strong>ทุกเซิร์ฟเวอร์ที่เปิดอยู่</strong>เติมได้ตลอดเวลา</p>`,
    },
    'ko-KR': {
      title: '스타폴 크로니클 웹 상점 오픈 안내',
      summary: '이제 브라우저에서 스타젬과 HC 포인트를 충전하고 캐릭터에게 바로 받아 보세요.',
      html: `<p>안녕하세요, 별지기 여러분. 성채의 시장이 드디어 문을 열었습니다! 이제 브라우저에서 충전하고 게임에서 바로 아이템을 받으실 수 있습니다.</p>
<h2>이용 방법</h2>
<ol><li>게임 계정으로 로그인합니다.</li><li><a href="/main/recharge">충전 페이지</a>에서 서버와 캐릭터를 선택합니다.</li><li>상품과 결제 수단을 고른 뒤 새 창에서 결제를 완료합니다.</li></ol>
<h2>판매 상품</h2>
<ul><li><strong>스타젬</strong>: 60개부터 6,480개까지 총 6종</li><li><strong>달빛 월간 패스</strong>: 30일 동안 매일 스타젬 지급</li><li><strong>HC 포인트</strong>: 상점의 모든 아이템을 살 수 있는 전용 화폐</li></ul>
<h2>참고해 주세요</h2>
<p>미결제 주문은 보통 5분 뒤 만료되며, 다시 주문하시면 됩니다. 모든 주문은 <a href="/main/account/recharge">충전 내역</a>에서 확인하실 수 있습니다. <strong>운영 중인 모든 서버</strong>의 캐릭터를 언제든 충전하실 수 있습니다.</p>`,
    },
    'ja-JP': {
      title: '「スターフォール・クロニクル」ウェブショップがオープン',
      summary: 'ブラウザからスタージェムとHCポイントをチャージして、キャラクターに直接受け取れます。',
      html: `<p>星の担い手の皆さま、お待たせいたしました。城塞の市場がついに開かれます。本日より、ブラウザからチャージしたアイテムをゲーム内で受け取れるようになりました。</p>
<h2>ご利用方法</h2>
<ol><li>ゲームアカウントでログインします。</li><li><a href="/main/recharge">チャージページ</a>でサーバーとキャラクターを選びます。</li><li>パックとお支払い方法を選び、新しく開いた画面でお支払いを完了します。</li></ol>
<h2>取り扱い商品</h2>
<ul><li><strong>スタージェム</strong>：60個から6,480個までの全6種</li><li><strong>月光のマンスリーパス</strong>：30日間、毎日スタージェムを獲得</li><li><strong>HCポイント</strong>：ショップ内のどのアイテムにも使える専用通貨</li></ul>
<h2>ご注意</h2>
<p>未払いの注文は通常5分で期限切れとなります。その際は、もう一度ご注文ください。ご注文は<a href="/main/account/recharge">チャージ履歴</a>からいつでもご確認いただけます。<strong>稼働中のすべてのサーバー</strong>で、いつでもチャージいただけます。</p>`,
    },
    'vi-VN': {
      title: 'Cửa hàng web Starfall chính thức mở cửa',
      summary: 'Nạp Ngọc Sao và HC Point ngay trên trình duyệt, nhận thẳng vào nhân vật.',
      html: `<p>Cổng chợ của tòa thành đã rộng mở! Từ hôm nay, bạn có thể nạp ngay trên trình duyệt rồi vào game nhận quà.</p>
<h2>Cách nạp</h2>
<ol><li>Đăng nhập bằng tài khoản game.</li><li>Mở <a href="/main/recharge">trang nạp</a>, chọn máy chủ và nhân vật.</li><li>Chọn gói, chọn phương thức thanh toán rồi hoàn tất ở cửa sổ mới.</li></ol>
<h2>Cửa hàng có gì</h2>
<ul><li><strong>Ngọc Sao</strong>: sáu gói từ 60 đến 6.480 ngọc.</li><li><strong>Thẻ Tháng Ánh Trăng</strong>: 30 ngày, ngày nào cũng có ngọc.</li><li><strong>HC Point</strong>: đơn vị tiền của cửa hàng, mua được mọi vật phẩm tại đây.</li></ul>
<h2>Lưu ý nhỏ</h2>
<p>Đơn chưa thanh toán thường hết hạn sau năm phút, bạn chỉ cần đặt lại. Mọi đơn hàng đều có trong <a href="/main/account/recharge">lịch sử nạp</a>. Nhân vật ở <strong>mọi máy chủ đang mở</strong> có thể nạp bất cứ lúc nào.</p>`,
    },
    'de-DE': {
      title: 'Der Starfall-Webshop ist eröffnet',
      summary: 'Lade Sternjuwelen und HC-Punkte im Browser auf, direkt für deinen Charakter.',
      html: `<p>Die Tore zum Markt der Zitadelle stehen offen! Ab heute kannst du im Browser aufladen, und alles wartet im Spiel auf dich.</p>
<h2>So funktioniert es</h2>
<ol><li>Melde dich mit deinem Spielkonto an.</li><li>Öffne die <a href="/main/recharge">Aufladeseite</a> und wähle Server und Charakter.</li><li>Such dir ein Paket und eine Zahlungsart aus und schließe die Zahlung im neuen Fenster ab.</li></ol>
<h2>Das gibt es zu kaufen</h2>
<ul><li><strong>Sternjuwelen</strong>: sechs Pakete von 60 bis 6.480 Juwelen.</li><li><strong>Mondschein-Monatspass</strong>: 30 Tage lang täglich Juwelen.</li><li><strong>HC-Punkte</strong>: unsere Shopwährung, mit der du hier jeden Gegenstand bezahlen kannst.</li></ul>
<h2>Gut zu wissen</h2>
<p>Unbezahlte Bestellungen verfallen normalerweise nach fünf Minuten; bestell dann einfach neu. Alle Bestellungen findest du in deinem <a href="/main/account/recharge">Aufladeverlauf</a>. Auf <strong>jedem offenen Server</strong> kannst du jederzeit aufladen.</p>`,
    },
  },
} satisfies SeedArticle
