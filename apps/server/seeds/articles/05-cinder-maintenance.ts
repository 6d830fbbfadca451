import type { SeedArticle } from './seed-article.ts'

export const article = {
  id: 'a05',
  type: 1,
  createTs: 1794445200,
  img: '/art/articles/cinder-maintenance.svg',
  pinned: true,
  hot: false,
  texts: {
    'en-US': {
      title: 'Cinder is under maintenance',
      summary: 'The forge isle is being rebuilt. Aurora and Borealis stay open as usual.',
      html: `<p>The fires of <strong>Cinder</strong> are burning low while our engineers move the server to new machines. We know waiting is no fun, and we thank you for your patience.</p>
<h2>What this means for you</h2>
<ul><li>You cannot enter Cinder for now.</li><li>Top-ups and gift codes for roles on Cinder are paused, so nothing can get lost on the way.</li><li>Your roles, gems and passes are safe.</li></ul>
<h2>Server status</h2>
<table><tr><th>Server</th><th>Status</th></tr><tr><td>Aurora</td><td>Open</td></tr><tr><td>Borealis</td><td>Open</td></tr><tr><td>Cinder</td><td>Maintenance</td></tr></table>
<h2>What you can do meanwhile</h2>
<p>Your HC Points work on every open server. Choose a role on Aurora or Borealis on the <a href="/main/recharge">top-up page</a>. We will post here as soon as the gates reopen.</p>`,
    },
    'zh-CN': {
      title: 'Cinder 服务器维护公告',
      summary: '熔炉之岛正在重建，Aurora 与 Borealis 正常开放。',
      html: `<p>各位承星者，<strong>Cinder</strong> 的炉火暂时转弱，工程师正在把服务器迁移到新的设备上。让大家久等了，感谢你的耐心。</p>
<h2>维护期间的影响</h2>
<ul><li>暂时无法进入 Cinder。</li><li>Cinder 角色的充值与兑换码已暂停，避免道具发放出错。</li><li>你的角色、星晶和月卡都安然无恙。</li></ul>
<h2>服务器状态</h2>
<table><tr><th>服务器</th><th>状态</th></tr><tr><td>Aurora</td><td>开放</td></tr><tr><td>Borealis</td><td>开放</td></tr><tr><td>Cinder</td><td>维护中</td></tr></table>
<h2>这段时间可以做什么</h2>
<p>HC 点数在任意开放中的服务器都能使用，请在<a href="/main/recharge">充值页面</a>选择 Aurora 或 Borealis 的角色。大门重新开启时，我们会第一时间在这里公布。</p>`,
    },
    'zh-HK': {
      title: 'Cinder 伺服器維護通知',
      summary: '熔爐之島正在重建，Aurora 及 Borealis 照常開放。',
      html: `<p>各位承星者，<strong>Cinder</strong> 的爐火暫時減弱，工程團隊正將伺服器搬遷至新設備。要大家久候，實在抱歉，亦多謝你的耐心。</p>
<h2>維護期間安排</h2>
<ul><li>暫時未能進入 Cinder。</li><li>Cinder 角色的增值及兌換碼服務暫停，以免道具派發出錯。</li><li>你的角色、星晶及月卡均安全無恙。</li></ul>
<h2>伺服器狀態</h2>
<table><tr><th>伺服器</th><th>狀態</th></tr><tr><td>Aurora</td><td>開放</td></tr><tr><td>Borealis</td><td>開放</td></tr><tr><td>Cinder</td><td>維護中</td></tr></table>
<h2>等候期間可以做甚麼</h2>
<p>HC 點數可於任何開放中的伺服器使用，請在<a href="/main/recharge">增值頁面</a>選擇 Aurora 或 Borealis 的角色。重新開放時，我們會即時在此公佈。</p>`,
    },
    'zh-TW': {
      title: 'Cinder 伺服器維護公告',
      summary: '熔爐之島重建中，Aurora 與 Borealis 正常開放。',
      html: `<p>各位承星者，<strong>Cinder</strong> 的爐火暫時轉弱，工程師正在把伺服器搬到新的設備上。造成不便敬請見諒，也謝謝大家的耐心等候。</p>
<h2>維護期間的影響</h2>
<ul><li>暫時無法進入 Cinder。</li><li>Cinder 角色的儲值與兌換碼功能先暫停，避免道具發送出錯。</li><li>你的角色、星晶和月卡都不會受影響。</li></ul>
<h2>伺服器狀態</h2>
<table><tr><th>伺服器</th><th>狀態</th></tr><tr><td>Aurora</td><td>開放</td></tr><tr><td>Borealis</td><td>開放</td></tr><tr><td>Cinder</td><td>維護中</td></tr></table>
<h2>等待期間可以做什麼</h2>
<p>HC 點數在任何開放中的伺服器都能使用，請到<a href="/main/recharge">儲值頁面</a>選擇 Aurora 或 Borealis 的角色。重新開放時，我們會立刻在這裡公告。</p>`,
    },
    'th-TH': {
      title: 'แจ้งปิดปรับปรุงเซิร์ฟเวอร์ Cinder',
      summary: 'เกาะเตาหลอมกำลังสร้างใหม่ ส่วน Aurora และ Borealis เปิดตามปกติ',
      html: `<p>เปลวไฟของ <strong>Cinder</strong> อ่อนแรงลงชั่วคราว เพราะทีมวิศวกรกำลังย้ายเซิร์ฟเวอร์ไปยังเครื่องใหม่ ขออภัยที่ต้องให้รอ และขอบคุณทุกคนที่อดทน</p>
<h2>ผลกระทบระหว่างปิดปรับปรุง</h2>
<ul><li>ยังเข้า Cinder ไม่ได้ในตอนนี้</li><li>งดเติมเงินและใช้โค้ดสำหรับตัวละครบน Cinder ชั่วคราว เพื่อไม่ให้ของตกหล่น</li><li>ตัวละคร สตาร์เจม และบัตรรายเดือนของคุณยังปลอดภัย</li></ul>
<h2>สถานะเซิร์ฟเวอร์</h2>
<table><tr><th>เซิร์ฟเวอร์</th><th>สถานะ</th></tr><tr><td>Aurora</td><td>เปิด</td></tr><tr><td>Borealis</td><td>เปิด</td></tr><tr><td>Cinder</td><td>ปิดปรับปรุง</td></tr></table>
<h2>ระหว่างนี้ทำอะไรได้บ้าง</h2>
<p>HC พอยต์ใช้ได้กับทุกเซิร์ฟเวอร์ที่เปิดอยู่ เลือกตัวละครบน Aurora หรือ Borealis ได้ที่<a href="/main/recharge">หน้าเติมเงิน</a> เมื่อเปิดประตูอีกครั้ง เราจะแจ้งที่นี่ทันที</p>`,
    },
    'ko-KR': {
      title: 'Cinder 서버 점검 안내',
      summary: '용광로 섬을 재정비하고 있습니다. Aurora와 Borealis는 정상 운영됩니다.',
      html: `<p>안녕하세요, 별지기 여러분. 현재 <strong>Cinder</strong> 서버를 새로운 장비로 이전하는 점검을 진행하고 있습니다. 이용에 불편을 드려 죄송하며, 기다려 주셔서 감사합니다.</p>
<h2>점검 중 유의 사항</h2>
<ul><li>점검이 끝날 때까지 Cinder에 접속하실 수 없습니다.</li><li>지급 오류를 막기 위해 Cinder 캐릭터의 충전과 쿠폰 등록이 중단됩니다.</li><li>캐릭터와 스타젬, 패스는 안전하게 보관되어 있습니다.</li></ul>
<h2>서버 상태</h2>
<table><tr><th>서버</th><th>상태</th></tr><tr><td>Aurora</td><td>운영 중</td></tr><tr><td>Borealis</td><td>운영 중</td></tr><tr><td>Cinder</td><td>점검 중</td></tr></table>
<h2>그동안 이렇게 즐겨 보세요</h2>
<p>HC 포인트는 운영 중인 모든 서버에서 사용할 수 있습니다. <a href="/main/recharge">충전 페이지</a>에서 Aurora 또는 Borealis의 캐릭터를 선택해 주세요. 점검이 끝나는 대로 이곳에 알려 드리겠습니다.</p>`,
    },
    'ja-JP': {
      title: 'Cinderサーバー メンテナンスのお知らせ',
      summary: '炉の島を再建中です。AuroraとBorealisは通常どおりご利用いただけます。',
      html: `<p>平素より「スターフォール・クロニクル」をお楽しみいただき、ありがとうございます。現在、<strong>Cinder</strong>サーバーを新しい設備へ移すためのメンテナンスを実施しております。ご不便をおかけし、誠に申し訳ございません。</p>
<h2>メンテナンス中の影響</h2>
<ul><li>Cinderにはログインできません。</li><li>付与の不具合を防ぐため、Cinderのキャラクターへのチャージとギフトコードの利用を停止しております。</li><li>キャラクター、スタージェム、パスのデータは安全に保たれています。</li></ul>
<h2>サーバーの状況</h2>
<table><tr><th>サーバー</th><th>状況</th></tr><tr><td>Aurora</td><td>稼働中</td></tr><tr><td>Borealis</td><td>稼働中</td></tr><tr><td>Cinder</td><td>メンテナンス中</td></tr></table>
<h2>メンテナンス中のご案内</h2>
<p>HCポイントは、稼働中のすべてのサーバーでお使いいただけます。<a href="/main/recharge">チャージページ</a>でAuroraまたはBorealisのキャラクターをお選びください。再開の際は、こちらで改めてお知らせいたします。</p>`,
    },
    'vi-VN': {
      title: 'Thông báo bảo trì máy chủ Cinder',
      summary: 'Đảo lò rèn đang được xây lại. Aurora và Borealis vẫn mở như thường.',
      html: `<p>Ngọn lửa của <strong>Cinder</strong> tạm dịu xuống trong lúc đội kỹ thuật chuyển máy chủ sang thiết bị mới. Chờ đợi chẳng vui chút nào, cảm ơn bạn đã kiên nhẫn.</p>
<h2>Ảnh hưởng trong lúc bảo trì</h2>
<ul><li>Hiện chưa thể vào Cinder.</li><li>Tạm dừng nạp và đổi mã quà cho nhân vật ở Cinder để không có vật phẩm nào bị thất lạc.</li><li>Nhân vật, ngọc và thẻ tháng của bạn vẫn an toàn.</li></ul>
<h2>Trạng thái máy chủ</h2>
<table><tr><th>Máy chủ</th><th>Trạng thái</th></tr><tr><td>Aurora</td><td>Mở</td></tr><tr><td>Borealis</td><td>Mở</td></tr><tr><td>Cinder</td><td>Bảo trì</td></tr></table>
<h2>Trong lúc chờ đợi</h2>
<p>HC Point dùng được ở mọi máy chủ đang mở. Hãy chọn nhân vật ở Aurora hoặc Borealis tại <a href="/main/recharge">trang nạp</a>. Khi cổng mở lại, chúng tôi sẽ báo ngay tại đây.</p>`,
    },
    'de-DE': {
      title: 'Cinder wird gewartet',
      summary: 'Die Schmiedeinsel wird neu aufgebaut. Aurora und Borealis bleiben wie gewohnt offen.',
      html: `<p>Die Feuer von <strong>Cinder</strong> brennen gerade auf Sparflamme, weil unser Technikteam den Server auf neue Maschinen verlegt. Warten macht keinen Spaß, deshalb: danke für deine Geduld.</p>
<h2>Was das für dich heißt</h2>
<ul><li>Cinder ist vorerst nicht erreichbar.</li><li>Aufladungen und Geschenkcodes für Charaktere auf Cinder sind ausgesetzt, damit unterwegs nichts verloren geht.</li><li>Deine Charaktere, Juwelen und Pässe sind sicher.</li></ul>
<h2>Serverstatus</h2>
<table><tr><th>Server</th><th>Status</th></tr><tr><td>Aurora</td><td>Offen</td></tr><tr><td>Borealis</td><td>Offen</td></tr><tr><td>Cinder</td><td>Wartung</td></tr></table>
<h2>Was du solange tun kannst</h2>
<p>Deine HC-Punkte gelten auf jedem offenen Server. Wähle auf der <a href="/main/recharge">Aufladeseite</a> einen Charakter auf Aurora oder Borealis. Sobald sich die Tore wieder öffnen, liest du es hier.</p>`,
    },
  },
} satisfies SeedArticle
