import type { SeedArticle } from './seed-article.ts'

export const article = {
  id: 'a09',
  type: 2,
  createTs: 1792461600,
  runs: { startTs: 1792454400, endTs: 1794268800 },
  img: '/art/articles/starlight-festival.svg',
  pinned: false,
  hot: true,
  texts: {
    'en-US': {
      title: 'Starlight Festival: send your lantern to the sky',
      summary: 'Three weeks of lanterns, wishes and little surprises on every isle.',
      html: `<p>When autumn comes, the people of the isles light a lantern for every star that fell. This year they are saving one for you.</p>
<h2>When</h2>
<p>From 20 October to 9 November 2026, on <strong>Aurora</strong> and <strong>Borealis</strong>.</p>
<h2>What to do</h2>
<ul><li><strong>Lantern hunt</strong>: find seven lost lanterns on a different isle each day.</li><li><strong>Wishing bridge</strong>: write a wish with a friend and light it together.</li><li><strong>Night market</strong>: trade lantern sparks for costumes and furniture.</li></ul>
<h2>Tips for the festival</h2>
<ol><li>Sparks expire when the festival ends, so spend them in time.</li><li>Go with a party: everyone gets credit for each lantern found.</li><li>Look up at midnight, server time. You will see why.</li></ol>
<p>No purchase is needed to join in. Come as you are!</p>`,
    },
    'zh-CN': {
      title: '星光祭：把你的灯放飞夜空',
      summary: '为期三周的灯会，每座岛上都藏着心愿与小惊喜。',
      html: `<p>每到秋天，岛上的人们会为每一颗坠落的星点亮一盏灯。今年，他们也为你留了一盏。</p>
<h2>活动时间</h2>
<p>2026 年 10 月 20 日至 11 月 9 日，<strong>Aurora</strong> 与 <strong>Borealis</strong> 服务器开放。</p>
<h2>活动玩法</h2>
<ul><li><strong>寻灯之旅</strong>：每天前往不同的岛，找回七盏遗失的灯。</li><li><strong>许愿桥</strong>：和好友一起写下心愿，并肩点亮。</li><li><strong>夜市</strong>：用灯火兑换时装与家具。</li></ul>
<h2>参与小贴士</h2>
<ol><li>灯火会在活动结束时失效，记得及时使用。</li><li>组队出发吧，每找到一盏灯，全队都算数。</li><li>服务器时间零点，请抬头看看天空，你会明白的。</li></ol>
<p>参加活动无需任何消费，人来就好！</p>`,
    },
    'zh-HK': {
      title: '星光祭：讓你的花燈飛上夜空',
      summary: '一連三星期的燈會，每座島都藏着心願與小驚喜。',
      html: `<p>每逢秋天，島上居民都會為每顆墜落的星點亮一盞燈。今年，他們亦為你留了一盞。</p>
<h2>活動日期</h2>
<p>2026 年 10 月 20 日至 11 月 9 日，於 <strong>Aurora</strong> 及 <strong>Borealis</strong> 伺服器舉行。</p>
<h2>活動內容</h2>
<ul><li><strong>尋燈之旅</strong>：每日前往不同島嶼，尋回七盞失落的花燈。</li><li><strong>許願橋</strong>：約同好友寫下願望，一同點亮。</li><li><strong>夜市</strong>：以燈火換領時裝及傢俬。</li></ul>
<h2>參加貼士</h2>
<ol><li>燈火會於活動結束時失效，記得盡早使用。</li><li>組隊出發更輕鬆，每找到一盞燈，全隊都計數。</li><li>伺服器時間午夜十二時，請抬頭望向夜空，你自會明白。</li></ol>
<p>參加活動無須消費，歡迎隨時參加！</p>`,
    },
    'zh-TW': {
      title: '星光祭：讓你的天燈飛向夜空',
      summary: '為期三週的燈會，每座島上都藏著心願和小驚喜。',
      html: `<p>每到秋天，島上的居民會為每一顆墜落的星點亮一盞燈。今年，他們也替你留了一盞。</p>
<h2>活動時間</h2>
<p>2026 年 10 月 20 日到 11 月 9 日，<strong>Aurora</strong> 與 <strong>Borealis</strong> 伺服器同步開放。</p>
<h2>活動玩法</h2>
<ul><li><strong>尋燈之旅</strong>：每天前往不同島嶼，找回七盞遺失的燈。</li><li><strong>許願橋</strong>：和好友一起寫下願望，一起點亮。</li><li><strong>夜市</strong>：用燈火兌換服裝和家具。</li></ul>
<h2>參加小撇步</h2>
<ol><li>燈火會在活動結束時失效，記得用完喔。</li><li>揪團一起去，每找到一盞燈，全隊都算數。</li><li>伺服器時間半夜十二點，請抬頭看看天空，你就懂了。</li></ol>
<p>參加活動不需要任何消費，人來就對了！</p>`,
    },
    'th-TH': {
      title: 'เทศกาลแสงดาว: ปล่อยโคมของคุณสู่ท้องฟ้า',
      summary: 'สามสัปดาห์แห่งโคมไฟ คำอธิษฐาน และเซอร์ไพรส์เล็ก ๆ บนทุกเกาะ',
      html: `<p>เมื่อฤดูใบไม้ร่วงมาถึง ชาวเกาะจะจุดโคมหนึ่งดวงให้กับดาวทุกดวงที่ร่วงหล่น ปีนี้พวกเขาเก็บไว้ให้คุณหนึ่งดวงด้วย</p>
<h2>ช่วงเวลา</h2>
<p>20 ตุลาคม – 9 พฤศจิกายน 2569 บนเซิร์ฟเวอร์ <strong>Aurora</strong> และ <strong>Borealis</strong></p>
<h2>กิจกรรม</h2>
<ul><li><strong>ตามหาโคม</strong>: ตามหาโคมที่หายไป 7 ดวง บนเกาะที่ไม่ซ้ำกันในแต่ละวัน</li><li><strong>สะพานอธิษฐาน</strong>: เขียนคำอธิษฐานกับเพื่อนแล้วจุดไฟไปพร้อมกัน</li><li><strong>ตลาดกลางคืน</strong>: นำประกายโคมมาแลกชุดและเฟอร์นิเจอร์</li></ul>
<h2>เคล็ดลับเที่ยวงาน</h2>
<ol><li>ประกายโคมหมดอายุเมื่องานจบ อย่าลืมใช้ให้ทัน</li><li>ไปเป็นทีมดีกว่า เจอโคมหนึ่งดวงนับให้ทุกคน</li><li>เที่ยงคืนตามเวลาเซิร์ฟเวอร์ ลองเงยหน้ามองฟ้า แล้วคุณจะรู้ว่าทำไม</li></ol>
<p>ร่วมสนุกได้โดยไม่ต้องซื้ออะไรเลย มาแต่ตัวก็พอ!</p>`,
    },
    'ko-KR': {
      title: '별빛 축제: 등불을 하늘로 띄워 보세요',
      summary: '3주 동안 모든 섬에서 등불과 소원, 작은 선물이 기다립니다.',
      html: `<p>가을이 오면 섬사람들은 떨어진 별마다 등불을 하나씩 밝힙니다. 올해는 여러분을 위한 등불도 남겨 두었습니다.</p>
<h2>축제 기간</h2>
<p>2026년 10월 20일 ~ 11월 9일, <strong>Aurora</strong>와 <strong>Borealis</strong> 서버에서 진행됩니다.</p>
<h2>즐길 거리</h2>
<ul><li><strong>등불 찾기</strong>: 매일 다른 섬에서 잃어버린 등불 일곱 개를 찾아보세요.</li><li><strong>소원의 다리</strong>: 친구와 함께 소원을 적고 불을 밝혀 보세요.</li><li><strong>야시장</strong>: 등불 조각을 모아 의상과 가구로 교환할 수 있습니다.</li></ul>
<h2>축제를 즐기는 팁</h2>
<ol><li>등불 조각은 축제가 끝나면 사라지니 제때 사용해 주세요.</li><li>파티로 함께하면 등불 하나를 찾을 때마다 모두에게 인정됩니다.</li><li>서버 시간 자정에는 하늘을 올려다보세요. 이유는 직접 확인해 보세요.</li></ol>
<p>구매하지 않아도 누구나 참여할 수 있습니다. 편하게 놀러 오세요!</p>`,
    },
    'ja-JP': {
      title: '星灯りの祭典：ランタンを夜空へ',
      summary: '3週間にわたり、すべての島でランタンと願い、小さなサプライズをお楽しみいただけます。',
      html: `<p>秋になると、島の人々は落ちた星の数だけランタンに火を灯します。今年は、あなたの分もひとつ用意されています。</p>
<h2>開催期間</h2>
<p>2026年10月20日〜11月9日、<strong>Aurora</strong>・<strong>Borealis</strong>サーバーにて開催します。</p>
<h2>イベント内容</h2>
<ul><li><strong>ランタン探し</strong>：日替わりの島で、なくなった7つのランタンを見つけましょう。</li><li><strong>願いの橋</strong>：フレンドと願いごとを書いて、一緒に火を灯せます。</li><li><strong>夜市</strong>：集めた灯火を、衣装や家具と交換できます。</li></ul>
<h2>楽しみ方のコツ</h2>
<ol><li>灯火はイベント終了時に失効します。お早めにお使いください。</li><li>パーティで探すと、見つけたランタンが全員分としてカウントされます。</li><li>サーバー時刻の午前0時には、ぜひ空を見上げてみてください。</li></ol>
<p>ご参加にあたり、購入の必要はありません。どうぞお気軽にお越しください。</p>`,
    },
    'vi-VN': {
      title: 'Lễ Hội Ánh Sao: thả đèn lồng lên trời đêm',
      summary: 'Ba tuần lễ của đèn lồng, điều ước và những bất ngờ nho nhỏ trên mọi hòn đảo.',
      html: `<p>Thu sang, người dân trên đảo thắp một ngọn đèn cho mỗi vì sao đã rơi. Năm nay, họ để dành cho bạn một ngọn.</p>
<h2>Thời gian</h2>
<p>Từ 20/10 đến 9/11/2026, tại <strong>Aurora</strong> và <strong>Borealis</strong>.</p>
<h2>Hoạt động</h2>
<ul><li><strong>Tìm đèn lồng</strong>: mỗi ngày một đảo, tìm bảy chiếc đèn thất lạc.</li><li><strong>Cầu Ước Nguyện</strong>: cùng bạn bè viết điều ước rồi thắp sáng.</li><li><strong>Chợ đêm</strong>: đổi tàn lửa lấy trang phục và nội thất.</li></ul>
<h2>Mẹo đi hội</h2>
<ol><li>Tàn lửa hết hạn khi lễ hội kết thúc, nhớ dùng kịp nhé.</li><li>Hãy đi theo tổ đội: mỗi chiếc đèn tìm được đều tính cho cả nhóm.</li><li>Đúng nửa đêm theo giờ máy chủ, hãy ngước nhìn trời. Bạn sẽ hiểu vì sao.</li></ol>
<p>Tham gia hoàn toàn không cần mua gì. Cứ đến chơi thôi!</p>`,
    },
    'de-DE': {
      title: 'Sternenlichtfest: Schick deine Laterne in den Himmel',
      summary: 'Drei Wochen voller Laternen, Wünsche und kleiner Überraschungen auf jeder Insel.',
      html: `<p>Im Herbst zünden die Inselbewohner für jeden gefallenen Stern eine Laterne an. Dieses Jahr haben sie eine für dich aufgehoben.</p>
<h2>Wann</h2>
<p>Vom 20. Oktober bis 9. November 2026, auf <strong>Aurora</strong> und <strong>Borealis</strong>.</p>
<h2>Was dich erwartet</h2>
<ul><li><strong>Laternensuche</strong>: Finde jeden Tag auf einer anderen Insel sieben verlorene Laternen.</li><li><strong>Wunschbrücke</strong>: Schreibt zu zweit einen Wunsch auf und zündet ihn gemeinsam an.</li><li><strong>Nachtmarkt</strong>: Tausch Laternenfunken gegen Kostüme und Möbel.</li></ul>
<h2>Tipps fürs Fest</h2>
<ol><li>Funken verfallen am Ende des Fests, gib sie also rechtzeitig aus.</li><li>Zieh in der Gruppe los: Jede gefundene Laterne zählt für alle.</li><li>Schau um Mitternacht Serverzeit nach oben. Du wirst sehen, warum.</li></ol>
<p>Zum Mitmachen musst du nichts kaufen. Komm einfach vorbei!</p>`,
    },
  },
} satisfies SeedArticle
