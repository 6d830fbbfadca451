import type { SeedArticle } from './seed-article.ts'

export const article = {
  id: 'a04',
  type: 1,
  createTs: 1789009200,
  img: '/art/articles/account-safety.svg',
  pinned: false,
  hot: false,
  texts: {
    'en-US': {
      title: 'Keep your account safe: five minutes that pay off',
      summary: 'A strong password, a private code and a quick look at your orders.',
      html: `<p>Your role, your companions, your HC Points: everything depends on one login. A few habits keep strangers out.</p>
<h2>Choose a good password</h2>
<p>It needs 6 to 16 characters and at least two of these: digits, letters, special characters. Longer is better, and <strong>never reuse</strong> one from another site.</p>
<h2>Codes are for you alone</h2>
<ul><li>Our team never asks for your password or a verification code.</li><li>A code works for ten minutes. If you did not request one, ignore it.</li><li>Log in only at the official shop.</li></ul>
<h2>Logged out all of a sudden?</h2>
<p>Only one device can be logged in at a time. If you see that your account is in use elsewhere and it wasn’t you, reset your password right away. That logs out every device. Then check your <a href="/main/account/recharge">top-up records</a>.</p>`,
    },
    'zh-CN': {
      title: '账号安全指南：花五分钟，省大麻烦',
      summary: '强密码、保管好验证码，再顺手看一眼订单。',
      html: `<p>角色、伙伴、HC 点数，全都系于一次登录。养成几个小习惯，让陌生人无机可乘。</p>
<h2>设置一个好密码</h2>
<p>密码长度为 6–16 位，且至少包含数字、字母、特殊字符中的两种。越长越安全，<strong>切勿</strong>与其他网站共用密码。</p>
<h2>验证码只属于你</h2>
<ul><li>工作人员绝不会向你索要密码或验证码。</li><li>验证码十分钟内有效。如果不是你本人申请的，请直接忽略。</li><li>请只在官方商城登录。</li></ul>
<h2>突然退出登录了？</h2>
<p>同一账号同时只能在一台设备上登录。如果提示账号在别处使用，而那不是你，请立即重置密码，所有设备都会随之下线，然后检查<a href="/main/account/recharge">充值记录</a>。</p>`,
    },
    'zh-HK': {
      title: '帳戶安全貼士：五分鐘，買個安心',
      summary: '設定高強度密碼、保管好驗證碼，再查看一下訂單。',
      html: `<p>角色、夥伴、HC 點數，全部繫於一次登入。養成幾個小習慣，就能將陌生人拒諸門外。</p>
<h2>選用高強度密碼</h2>
<p>密碼須為 6 至 16 個字元，並最少包含數字、英文字母、特殊符號其中兩種。愈長愈安全，<strong>切勿</strong>與其他網站共用密碼。</p>
<h2>驗證碼只屬於你</h2>
<ul><li>我們的職員絕不會向你索取密碼或驗證碼。</li><li>驗證碼十分鐘內有效。如非本人要求，請不用理會。</li><li>請只在官方網店登入。</li></ul>
<h2>突然被登出？</h2>
<p>同一帳戶同一時間只可在一部裝置登入。如系統提示帳戶正在其他地方使用，而並非你本人，請立即重設密碼，所有裝置會即時登出，然後查閱<a href="/main/account/recharge">增值紀錄</a>。</p>`,
    },
    'zh-TW': {
      title: '帳號安全小教室：花五分鐘，玩得更安心',
      summary: '設定高強度密碼、保護驗證碼，再順手檢查一下訂單。',
      html: `<p>角色、夥伴、HC 點數，全都繫在一次登入上。養成幾個小習慣，就能把陌生人擋在門外。</p>
<h2>設定一組好密碼</h2>
<p>密碼長度為 6 到 16 個字元，且至少包含數字、英文字母、特殊符號其中兩種。越長越安全，<strong>千萬不要</strong>和其他網站共用密碼。</p>
<h2>驗證碼只給自己看</h2>
<ul><li>工作人員絕對不會向你詢問密碼或驗證碼。</li><li>驗證碼十分鐘內有效。如果不是你要求的，請直接忽略。</li><li>請只在官方商城登入。</li></ul>
<h2>突然退出登录了？</h2>
<p>同一個帳號一次只能在一台裝置登入。如果系統提示帳號在別處使用，而那不是你，請立刻重設密碼，所有裝置都會登出，接著檢查<a href="/main/account/recharge">儲值紀錄</a>。</p>`,
    },
    'th-TH': {
      title: 'ดูแลบัญชีให้ปลอดภัย: 5 นาทีที่คุ้มค่า',
      summary: 'รหัสผ่านที่แข็งแรง รหัสยืนยันที่ไม่บอกใคร และหมั่นดูคำสั่งซื้อ',
      html: `<p>ตัวละคร สหาย และ HC พอยต์ ทุกอย่างอยู่ภายใต้การเข้าสู่ระบบครั้งเดียว แค่ปรับพฤติกรรมนิดหน่อยก็กันคนแปลกหน้าได้แล้ว</p>
<h2>เลือกรหัสผ่านที่ดี</h2>
<p>ต้องมี 6–16 ตัวอักษร และมีอย่างน้อย 2 ใน 3 อย่าง ได้แก่ ตัวเลข ตัวอักษร และอักขระพิเศษ ยิ่งยาวยิ่งดี และ<strong>อย่าใช้ซ้ำ</strong>กับเว็บอื่น</p>
<h2>รหัสยืนยันเป็นของคุณคนเดียว</h2>
<ul><li>ทีมงานไม่เคยขอรหัสผ่านหรือรหัสยืนยันจากคุณ</li><li>รหัสใช้ได้ 10 นาที หากคุณไม่ได้ขอ ไม่ต้องสนใจ</li><li>เข้าสู่ระบบเฉพาะที่ร้านค้าทางการเท่านั้น</li></ul>
<h2>หลุดจากระบบกะทันหัน?</h2>
<p>หนึ่งบัญชีเข้าสู่ระบบได้ครั้งละหนึ่งอุปกรณ์ หากมีข้อความว่าบัญชีถูกใช้ที่อื่นและไม่ใช่คุณ ให้ตั้งรหัสผ่านใหม่ทันที ทุกอุปกรณ์จะออกจากระบบ แล้วตรวจสอบ<a href="/main/account/recharge">ประวัติการเติมเงิน</a></p>`,
    },
    'ko-KR': {
      title: '계정 보호 안내: 5분이면 충분합니다',
      summary: '안전한 비밀번호, 혼자만 아는 인증번호, 그리고 주문 내역 확인을 잊지 마세요.',
      html: `<p>캐릭터와 동료, HC 포인트까지 모든 것이 로그인 하나에 달려 있습니다. 몇 가지 습관만으로 소중한 계정을 지킬 수 있습니다.</p>
<h2>안전한 비밀번호 만들기</h2>
<p>비밀번호는 6~16자이며 숫자, 영문, 특수문자 중 두 가지 이상을 포함해야 합니다. 길수록 안전하고, 다른 사이트와 <strong>같은 비밀번호는 사용하지 마세요</strong>.</p>
<h2>인증번호는 나만 보기</h2>
<ul><li>운영진은 비밀번호나 인증번호를 절대 묻지 않습니다.</li><li>인증번호는 10분 동안 유효합니다. 요청한 적이 없다면 무시해 주세요.</li><li>공식 상점에서만 로그인해 주세요.</li></ul>
<h2>갑자기 로그아웃되었나요?</h2>
<p>한 계정은 한 번에 한 기기에서만 로그인할 수 있습니다. 다른 곳에서 접속했다는 안내가 나왔는데 본인이 아니라면 즉시 비밀번호를 재설정해 주세요. 모든 기기에서 로그아웃됩니다. 그런 다음 <a href="/main/account/recharge">충전 내역</a>을 확인해 주세요.</p>`,
    },
    'ja-JP': {
      title: 'アカウントを守るために：5分でできる安全対策',
      summary: '強いパスワード、人に教えない認証コード、そして注文履歴の確認を。',
      html: `<p>キャラクターも仲間もHCポイントも、すべてひとつのログインで守られています。いくつかの習慣で、不正アクセスを防ぎましょう。</p>
<h2>強いパスワードを設定する</h2>
<p>パスワードは6〜16文字で、数字・英字・記号のうち2種類以上を含める必要があります。長いほど安全です。ほかのサイトとの<strong>使い回しは避けてください</strong>。</p>
<h2>認証コードは誰にも教えない</h2>
<ul><li>運営チームがパスワードや認証コードをお尋ねすることは決してありません。</li><li>コードの有効期限は10分です。心当たりのないコードは無視してください。</li><li>ログインは必ず公式ショップで行ってください。</li></ul>
<h2>突然ログアウトされたときは</h2>
<p>同時にログインできる端末は1台のみです。別の端末で使用中と表示され、心当たりがない場合は、すぐにパスワードを再設定してください。すべての端末からログアウトされます。その後、<a href="/main/account/recharge">チャージ履歴</a>をご確認ください。</p>`,
    },
    'vi-VN': {
      title: 'Giữ tài khoản an toàn: chỉ mất năm phút',
      summary: 'Mật khẩu mạnh, mã xác minh chỉ mình bạn biết và thói quen xem lại đơn hàng.',
      html: `<p>Nhân vật, đồng đội, HC Point: tất cả đều nằm sau một lần đăng nhập. Vài thói quen nhỏ sẽ giữ người lạ ở ngoài cửa.</p>
<h2>Chọn mật khẩu tốt</h2>
<p>Mật khẩu dài 6–16 ký tự và có ít nhất hai trong ba loại: chữ số, chữ cái, ký tự đặc biệt. Càng dài càng tốt, và <strong>đừng dùng lại</strong> mật khẩu của trang khác.</p>
<h2>Mã xác minh chỉ dành cho bạn</h2>
<ul><li>Đội ngũ của chúng tôi không bao giờ hỏi mật khẩu hay mã xác minh.</li><li>Mã có hiệu lực mười phút. Nếu bạn không yêu cầu, hãy bỏ qua.</li><li>Chỉ đăng nhập tại cửa hàng chính thức.</li></ul>
<h2>Bỗng dưng bị đăng xuất?</h2>
<p>Mỗi lúc chỉ một thiết bị được đăng nhập. Nếu thấy báo tài khoản đang dùng ở nơi khác mà không phải bạn, hãy đặt lại mật khẩu ngay: mọi thiết bị sẽ bị đăng xuất. Sau đó kiểm tra <a href="/main/account/recharge">lịch sử nạp</a>.</p>`,
    },
    'de-DE': {
      title: 'So bleibt dein Konto sicher: fünf Minuten, die sich lohnen',
      summary: 'Ein starkes Passwort, ein geheimer Code und ein kurzer Blick auf deine Bestellungen.',
      html: `<p>Dein Charakter, deine Gefährten, deine HC-Punkte: Alles hängt an einer Anmeldung. Ein paar Gewohnheiten halten Fremde fern.</p>
<h2>Wähle ein gutes Passwort</h2>
<p>Es braucht 6 bis 16 Zeichen und mindestens zwei dieser drei Arten: Ziffern, Buchstaben, Sonderzeichen. Länger ist besser, und verwende <strong>nie dasselbe</strong> wie auf anderen Seiten.</p>
<h2>Codes sind nur für dich</h2>
<ul><li>Unser Team fragt dich nie nach Passwort oder Bestätigungscode.</li><li>Ein Code gilt zehn Minuten. Hast du keinen angefordert, ignoriere ihn.</li><li>Melde dich nur im offiziellen Shop an.</li></ul>
<h2>Plötzlich abgemeldet?</h2>
<p>Es kann immer nur ein Gerät angemeldet sein. Wird dein Konto anderswo benutzt und du warst es nicht, setze sofort dein Passwort zurück: Damit enden alle Sitzungen. Prüfe danach deinen <a href="/main/account/recharge">Aufladeverlauf</a>.</p>`,
    },
  },
} satisfies SeedArticle
