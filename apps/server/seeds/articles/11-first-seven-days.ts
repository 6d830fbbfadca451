import type { SeedArticle } from './seed-article.ts'

export const article = {
  id: 'a11',
  type: 3,
  createTs: 1786773600,
  img: '/art/articles/first-seven-days.svg',
  pinned: false,
  hot: false,
  texts: {
    'en-US': {
      title: 'Your first seven days: from harbor to citadel',
      summary: 'A day-by-day plan for new Starbearers. No regrets.',
      html: `<p>The path of light looks long from below. Walk it one day at a time and you will stand at the citadel gate within a week.</p>
<h2>Days 1 and 2: find your feet</h2>
<ul><li>Follow the main story until you own a sky boat.</li><li>Redeem <strong>WELCOME2026</strong> on the <a href="/main/home">home page</a>.</li><li>Keep every blue shard. You will need them soon.</li></ul>
<h2>Days 3 to 5: grow your party</h2>
<ol><li>Choose two companions and raise them together.</li><li>Join a guild; its daily errands give the most experience.</li><li>Open the first constellation before you upgrade weapons.</li></ol>
<h2>Days 6 and 7: reach for the stars</h2>
<p>Visit the mirror lake, clear the gate trial with three friends and spend your shards on the <em>second</em> constellation. It makes everything after it easier.</p>`,
    },
    'zh-CN': {
      title: '新手七日指南：从港口走到星之城',
      summary: '一天一步的新手规划，照着走绝不后悔。',
      html: `<p>从下面看，光之路长得望不到头。一天走一段，一周之内你就能站在星之城的大门前。</p>
<h2>第 1–2 天：站稳脚跟</h2>
<ul><li>跟着主线推进，直到拥有自己的天舟。</li><li>在<a href="/main/home">首页</a>兑换 <strong>WELCOME2026</strong>。</li><li>蓝色碎片全部留好，很快就会用上。</li></ul>
<h2>第 3–5 天：壮大队伍</h2>
<ol><li>挑两名伙伴，一起培养。</li><li>加入公会，每日委托的经验最多。</li><li>先点亮第一个星座，再强化武器。</li></ol>
<h2>第 6–7 天：触及星辰</h2>
<p>造访镜湖，与三位好友一起通过城门试炼，再把碎片投入<em>第二个</em>星座。之后的一切都会轻松许多。</p>`,
    },
    'zh-HK': {
      title: '新手七日攻略：由港口走到星之城',
      summary: '逐日為新手部署，跟着做就不會走冤枉路。',
      html: `<p>由下面望上去，光之路好像沒有盡頭。每日走一段，一星期內你就會站在星之城門前。</p>
<h2>第 1–2 日：站穩陣腳</h2>
<ul><li>跟隨主線故事，直至擁有自己的天舟。</li><li>於<a href="/main/home">主頁</a>兌換 <strong>WELCOME2026</strong>。</li><li>藍色碎片要全部保留，很快就會用得着。</li></ul>
<h2>第 3–5 日：壯大隊伍</h2>
<ol><li>選擇兩名夥伴，同步培養。</li><li>加入公會，每日委託的經驗值最豐富。</li><li>先點亮第一個星座，再強化武器。</li></ol>
<h2>第 6–7 日：觸碰星空</h2>
<p>到訪鏡湖，聯同三位朋友完成城門試煉，再將碎片投放到<em>第二個</em>星座。之後的路會易走得多。</p>`,
    },
    'zh-TW': {
      title: '新手七日攻略：從港口走到星之城',
      summary: '一天一個進度的新手規劃，照著走不怕後悔。',
      html: `<p>從下面往上看，光之路長得看不到盡頭。一天走一段，一週內你就會站在星之城的大門前。</p>
<h2>第 1–2 天：站穩腳步</h2>
<ul><li>跟著主線走，直到擁有自己的天舟。</li><li>到<a href="/main/home">首頁</a>兌換 <strong>WELCOME2026</strong>。</li><li>藍色碎片全部留著，很快就用得到。</li></ul>
<h2>第 3–5 天：壯大隊伍</h2>
<ol><li>挑兩位夥伴，一起培養。</li><li>加入公會，每日委託的經驗值最多。</li><li>先點亮第一個星座，再強化武器。</li></ol>
<h2>第 6–7 天：伸手摘星</h2>
<p>造訪鏡湖，和三位好友一起通過城門試煉，再把碎片投入<em>第二個</em>星座。之後的一切都會輕鬆不少。</p>`,
    },
    'th-TH': {
      title: '7 วันแรกของมือใหม่: จากท่าเรือสู่ปราสาท',
      summary: 'แผนรายวันสำหรับผู้แบกรับดวงดาวมือใหม่ ทำตามแล้วไม่มีเสียดายทีหลัง',
      html: `<p>เส้นทางแห่งแสงดูยาวไกลเมื่อมองจากข้างล่าง แต่ถ้าเดินไปทีละวัน ภายในหนึ่งสัปดาห์คุณจะยืนอยู่หน้าประตูปราสาท</p>
<h2>วันที่ 1–2: ตั้งหลักให้มั่น</h2>
<ul><li>ทำเนื้อเรื่องหลักจนได้เรือเหาะเป็นของตัวเอง</li><li>แลกโค้ด <strong>WELCOME2026</strong> ที่<a href="/main/home">หน้าแรก</a></li><li>เก็บเศษสีฟ้าไว้ให้หมด อีกไม่นานได้ใช้แน่</li></ul>
<h2>วันที่ 3–5: สร้างทีม</h2>
<ol><li>เลือกสหายสองตัว แล้วเลี้ยงไปพร้อมกัน</li><li>เข้ากิลด์ เพราะภารกิจประจำวันของกิลด์ให้ค่าประสบการณ์มากที่สุด</li><li>เปิดกลุ่มดาวแรกก่อนอัปเกรดอาวุธ</li></ol>
<h2>วันที่ 6–7: เอื้อมคว้าดวงดาว</h2>
<p>แวะทะเลสาบกระจก ผ่านบททดสอบหน้าประตูกับเพื่อนอีกสามคน แล้วใช้เศษสีฟ้ากับกลุ่มดาว<em>ที่สอง</em> หลังจากนี้ทุกอย่างจะง่ายขึ้นเยอะ</p>`,
    },
    'ko-KR': {
      title: '초보자 7일 가이드: 항구에서 성채까지',
      summary: '새로 온 별지기를 위한 하루하루 계획, 그대로 따라 하시면 됩니다.',
      html: `<p>아래에서 올려다보면 빛의 길은 끝이 없어 보입니다. 하루에 한 구간씩 걸으면 일주일 안에 성채의 문 앞에 서게 됩니다.</p>
<h2>1~2일 차: 기초 다지기</h2>
<ul><li>하늘배를 얻을 때까지 메인 스토리를 진행하세요.</li><li><a href="/main/home">홈</a>에서 <strong>WELCOME2026</strong> 코드를 등록하세요.</li><li>푸른 조각은 모두 모아 두세요. 곧 필요해집니다.</li></ul>
<h2>3~5일 차: 파티 키우기</h2>
<ol><li>동료 둘을 골라 함께 성장시키세요.</li><li>길드에 가입하세요. 일일 의뢰의 경험치가 가장 많습니다.</li><li>무기 강화보다 첫 번째 별자리를 먼저 여세요.</li></ol>
<h2>6~7일 차: 별을 향해</h2>
<p>거울 호수를 방문하고, 친구 셋과 함께 성문 시련을 통과하세요. 모아 둔 조각은 <em>두 번째</em> 별자리에 쓰는 것이 좋습니다. 이후의 모든 여정이 한결 쉬워집니다.</p>`,
    },
    'ja-JP': {
      title: '初心者ガイド：港から城塞まで、はじめての7日間',
      summary: '新たな星の担い手のための1日ごとのプラン。これに沿えば迷いません。',
      html: `<p>下から見上げると、光の道は果てしなく感じられます。1日ずつ進めば、1週間で城塞の門にたどり着けます。</p>
<h2>1〜2日目：まずは足場を固める</h2>
<ul><li>空の船を手に入れるまで、メインストーリーを進めましょう。</li><li><a href="/main/home">ホーム</a>で<strong>WELCOME2026</strong>を引き換えましょう。</li><li>青いかけらはすべて取っておいてください。すぐに必要になります。</li></ul>
<h2>3〜5日目：パーティを育てる</h2>
<ol><li>仲間を2人選び、一緒に育てましょう。</li><li>ギルドに加入しましょう。デイリー依頼は経験値がもっとも豊富です。</li><li>武器の強化より先に、最初の星座を解放しましょう。</li></ol>
<h2>6〜7日目：星に手を伸ばす</h2>
<p>鏡の湖を訪れ、フレンド3人と門の試練を突破しましょう。かけらは<em>2つ目</em>の星座に使うのがおすすめです。その後の冒険がぐっと楽になります。</p>`,
    },
    'vi-VN': {
      title: 'Bảy ngày đầu tiên: từ bến cảng đến tòa thành',
      summary: 'Kế hoạch từng ngày cho Người Mang Sao mới, đi theo là không hối tiếc.',
      html: `<p>Nhìn từ dưới lên, con đường ánh sáng dài hun hút. Cứ đi từng ngày một, chỉ một tuần là bạn đứng trước cổng thành.</p>
<h2>Ngày 1–2: làm quen</h2>
<ul><li>Theo cốt truyện chính đến khi có thuyền bay.</li><li>Đổi mã <strong>WELCOME2026</strong> ở <a href="/main/home">trang chủ</a>.</li><li>Giữ lại mọi mảnh xanh, bạn sẽ sớm cần đến.</li></ul>
<h2>Ngày 3–5: xây đội hình</h2>
<ol><li>Chọn hai đồng đội và nuôi song song.</li><li>Vào bang hội; nhiệm vụ hằng ngày ở đó cho nhiều kinh nghiệm nhất.</li><li>Mở chòm sao đầu tiên trước rồi hãy nâng vũ khí.</li></ol>
<h2>Ngày 6–7: vươn tới các vì sao</h2>
<p>Ghé Hồ Gương, cùng ba người bạn vượt thử thách cổng thành, rồi dồn mảnh xanh cho chòm sao <em>thứ hai</em>. Mọi chặng sau đó sẽ nhẹ nhàng hơn nhiều.</p>`,
    },
    'de-DE': {
      title: 'Deine ersten sieben Tage: vom Hafen zur Zitadelle',
      summary: 'Ein Plan für jeden Tag, damit du als neuer Sternträger nichts bereust.',
      html: `<p>Von unten sieht der Lichtpfad endlos aus. Geh ihn Tag für Tag, und du stehst nach einer Woche vor dem Tor der Zitadelle.</p>
<h2>Tag 1 und 2: Fuß fassen</h2>
<ul><li>Folge der Hauptgeschichte, bis du ein Himmelsboot hast.</li><li>Löse <strong>WELCOME2026</strong> auf der <a href="/main/home">Startseite</a> ein.</li><li>Heb alle blauen Splitter auf. Du brauchst sie bald.</li></ul>
<h2>Tag 3 bis 5: die Gruppe stärken</h2>
<ol><li>Such dir zwei Gefährten aus und zieh sie gemeinsam hoch.</li><li>Tritt einer Gilde bei; ihre täglichen Aufträge bringen am meisten Erfahrung.</li><li>Schalte das erste Sternbild frei, bevor du Waffen verbesserst.</li></ol>
<h2>Tag 6 und 7: nach den Sternen greifen</h2>
<p>Besuch den Spiegelsee, meistere mit drei Freunden die Torprüfung und steck deine Splitter ins <em>zweite</em> Sternbild. Danach fällt dir alles leichter.</p>`,
    },
  },
} satisfies SeedArticle
