import type { SeedArticle } from './seed-article.ts'

export const article = {
  id: 'a03',
  type: 1,
  createTs: 1790820000,
  img: '/art/articles/season-three.svg',
  pinned: false,
  hot: true,
  texts: {
    'en-US': {
      title: 'Season 3 “Crown of Constellations” has begun',
      summary: 'A new isle, a story in twelve chapters and a boss that eats the moon.',
      html: `<p>Twelve thrones wait in the sky, and only one still shines. Season 3 takes you to the place where the Crown of Stars broke.</p>
<h2>What is new</h2>
<ul><li><strong>The Throne Isle</strong>: a ring of ruins that rises one level each week.</li><li><strong>Twelve story chapters</strong>, one for each constellation.</li><li><strong>The Eclipse Leviathan</strong>, a party boss for four players.</li></ul>
<h2>Season calendar</h2>
<table><tr><th>Week</th><th>Opens</th></tr><tr><td>1</td><td>Throne Isle, chapters 1–3</td></tr><tr><td>2</td><td>Eclipse Leviathan</td></tr><tr><td>3</td><td>Starlight Festival, chapters 4–8</td></tr><tr><td>7</td><td>Final chapters 9–12</td></tr></table>
<h2>Get ready</h2>
<p>Update to version 2.4 before you set sail; the links are on the <a href="/main/home">home page</a>. Guides for the new isle appear in the <a href="/main/event">news section</a> as the season goes on.</p>`,
    },
    'zh-CN': {
      title: '第三赛季“星座之冠”正式开启',
      summary: '全新岛屿、十二章剧情，还有吞噬月亮的巨兽。',
      html: `<p>天空中有十二座王座，只剩一座仍在发光。第三赛季将带你前往群星之冠碎裂之地。</p>
<h2>全新内容</h2>
<ul><li><strong>王座之岛</strong>：环形遗迹，每周升起一层。</li><li><strong>十二章剧情</strong>：每个星座一个篇章。</li><li><strong>蚀月巨兽</strong>：四人组队首领战。</li></ul>
<h2>赛季日程</h2>
<table><tr><th>周次</th><th>开放内容</th></tr><tr><td>第 1 周</td><td>王座之岛，第 1–3 章</td></tr><tr><td>第 2 周</td><td>蚀月巨兽</td></tr><tr><td>第 3 周</td><td>星光祭，第 4–8 章</td></tr><tr><td>第 7 周</td><td>终章，第 9–12 章</td></tr></table>
<h2>启程之前</h2>
<p>出发前请将游戏更新到 2.4 版本，下载入口在<a href="/main/home">首页</a>。新岛攻略会随赛季推进陆续发布在<a href="/main/event">新闻页面</a>。</p>`,
    },
    'zh-HK': {
      title: '第三賽季「星座之冠」正式展開',
      summary: '新島嶼、十二章故事，還有吞食月亮的巨獸。',
      html: `<p>天上十二座王座，如今只餘一座仍在發光。第三賽季將帶你前往群星之冠碎裂之地。</p>
<h2>新內容</h2>
<ul><li><strong>王座之島</strong>：環形遺跡，每週次升高一層。</li><li><strong>十二章故事</strong>：每個星座各佔一章。</li><li><strong>蝕月巨獸</strong>：四人組隊首領戰。</li></ul>
<h2>賽季時間表</h2>
<table><tr><th>週次</th><th>開放內容</th></tr><tr><td>第 1 週</td><td>王座之島、第 1–3 章</td></tr><tr><td>第 2 週</td><td>蝕月巨獸</td></tr><tr><td>第 3 週</td><td>星光祭、第 4–8 章</td></tr><tr><td>第 7 週</td><td>終章、第 9–12 章</td></tr></table>
<h2>出發準備</h2>
<p>啟航前請先更新至 2.4 版本，下載連結在<a href="/main/home">主頁</a>。新島攻略會隨賽季陸續刊登於<a href="/main/event">最新消息</a>。</p>`,
    },
    'zh-TW': {
      title: '第三賽季「星座之冠」正式登場',
      summary: '全新島嶼、十二章劇情，還有會把月亮吃掉的巨獸。',
      html: `<p>天空中有十二座王座，如今只剩一座還在發光。第三賽季將帶你前往群星之冠碎裂的地方。</p>
<h2>全新內容</h2>
<ul><li><strong>王座之島</strong>：環狀遺跡，每週升起一層。</li><li><strong>十二章劇情</strong>：每個星座各一章。</li><li><strong>蝕月巨獸</strong>：四人組隊首領戰。</li></ul>
<h2>賽季行程</h2>
<table><tr><th>週次</th><th>開放內容</th></tr><tr><td>第 1 週</td><td>王座之島、第 1–3 章</td></tr><tr><td>第 2 週</td><td>蝕月巨獸</td></tr><tr><td>第 3 週</td><td>星光祭、第 4–8 章</td></tr><tr><td>第 7 週</td><td>最終章、第 9–12 章</td></tr></table>
<h2>出發之前</h2>
<p>啟航前記得先更新到 2.4 版，下載連結就在<a href="/main/home">首頁</a>。新島攻略會隨著賽季進行，陸續刊登在<a href="/main/event">最新消息</a>。</p>`,
    },
    'th-TH': {
      title: 'ซีซัน 3 “มงกุฎแห่งกลุ่มดาว” เริ่มแล้ว',
      summary: 'เกาะใหม่ เนื้อเรื่อง 12 บท และบอสผู้กลืนกินดวงจันทร์',
      html: `<p>บนฟ้ามีบัลลังก์สิบสององค์ แต่เหลือเพียงองค์เดียวที่ยังส่องแสง ซีซัน 3 จะพาคุณไปยังสถานที่ที่มงกุฎแห่งดวงดาวแตกสลาย</p>
<h2>มีอะไรใหม่</h2>
<ul><li><strong>เกาะบัลลังก์</strong>: ซากโบราณวงแหวนที่สูงขึ้นสัปดาห์ละชั้น</li><li><strong>เนื้อเรื่อง 12 บท</strong>: หนึ่งบทต่อหนึ่งกลุ่มดาว</li><li><strong>เลวีอาธานแห่งอุปราคา</strong>: บอสสำหรับทีม 4 คน</li></ul>
<h2>ปฏิทินซีซัน</h2>
<table><tr><th>สัปดาห์</th><th>เปิดให้เล่น</th></tr><tr><td>1</td><td>เกาะบัลลังก์ บทที่ 1–3</td></tr><tr><td>2</td><td>เลวีอาธานแห่งอุปราคา</td></tr><tr><td>3</td><td>เทศกาลแสงดาว บทที่ 4–8</td></tr><tr><td>7</td><td>บทสรุป บทที่ 9–12</td></tr></table>
<h2>เตรียมตัวให้พร้อม</h2>
<p>อย่าลืมอัปเดตเป็นเวอร์ชัน 2.4 ก่อนออกเดินทาง ลิงก์ดาวน์โหลดอยู่ที่<a href="/main/home">หน้าแรก</a> ส่วนไกด์เกาะใหม่จะทยอยลงใน<a href="/main/event">หน้าข่าวสาร</a>ตลอดซีซัน</p>`,
    },
    'ko-KR': {
      title: '시즌 3 ‘별자리의 왕관’ 시작 안내',
      summary: '새로운 섬과 12장의 이야기, 그리고 달을 삼키는 보스가 등장합니다.',
      html: `<p>하늘에는 열두 개의 왕좌가 있고, 아직 빛나는 것은 단 하나입니다. 시즌 3에서는 별들의 왕관이 부서진 곳으로 떠납니다.</p>
<h2>새로운 콘텐츠</h2>
<ul><li><strong>왕좌의 섬</strong>: 매주 한 층씩 솟아오르는 고리 모양 유적</li><li><strong>12장의 이야기</strong>: 별자리마다 한 장씩 펼쳐집니다.</li><li><strong>월식의 리바이어선</strong>: 4인 파티 보스</li></ul>
<h2>시즌 일정</h2>
<table><tr><th>주차</th><th>오픈 내용</th></tr><tr><td>1주 차</td><td>왕좌의 섬, 1~3장</td></tr><tr><td>2주 차</td><td>월식의 리바이어선</td></tr><tr><td>3주</td><td>별빛 축제, 4~8장</td></tr><tr><td>7주</td><td>마지막 이야기, 9~12장</td></tr></table>
<h2>출항 준비</h2>
<p>출발 전에 2.4 버전으로 업데이트해 주세요. 다운로드 링크는 <a href="/main/home">홈</a>에 있습니다. 새로운 섬의 공략은 시즌이 진행되는 동안 <a href="/main/event">소식 페이지</a>에 차례로 올라옵니다.</p>`,
    },
    'ja-JP': {
      title: 'シーズン3「星座の冠」開幕',
      summary: '新たな島、全12章の物語、そして月を喰らうボスが登場します。',
      html: `<p>空に並ぶ12の玉座。今も輝いているのは、ただひとつだけです。シーズン3では、「星々の冠」が砕けた場所へと旅立ちます。</p>
<h2>新コンテンツ</h2>
<ul><li><strong>玉座の島</strong>：毎週1層ずつせり上がる、環状の遺跡</li><li><strong>全12章のストーリー</strong>：星座ごとに1章ずつ展開</li><li><strong>蝕のリヴァイアサン</strong>：4人で挑むパーティボス</li></ul>
<h2>シーズンスケジュール</h2>
<table><tr><th>週</th><th>開放内容</th></tr><tr><td>第1週</td><td>玉座の島、第1〜3章</td></tr><tr><td>第2週</td><td>蝕のリヴァイアサン</td></tr><tr><td>第3週</td><td>星灯りの祭典、第4〜8章</td></tr><tr><td>第7週</td><td>最終章（第9〜12章）</td></tr></table>
<h2>旅立ちの前に</h2>
<p>あらかじめバージョン2.4へのアップデートをお願いいたします。ダウンロードは<a href="/main/home">ホーム</a>から行えます。新しい島の攻略情報は、シーズンの進行に合わせて<a href="/main/event">お知らせ</a>でお届けします。</p>`,
    },
    'vi-VN': {
      title: 'Mùa 3 “Vương Miện Chòm Sao” đã bắt đầu',
      summary: 'Đảo mới, cốt truyện mười hai chương và con boss nuốt chửng mặt trăng.',
      html: `<p>Trên trời có mười hai ngai vàng, nay chỉ còn một ngai tỏa sáng. Mùa 3 đưa bạn đến nơi Vương Miện Tinh Tú vỡ tan.</p>
<h2>Có gì mới</h2>
<ul><li><strong>Đảo Ngai Vàng</strong>: vòng phế tích mỗi tuần lại nâng lên một tầng.</li><li><strong>Mười hai chương truyện</strong>, mỗi chòm sao một chương.</li><li><strong>Thủy Quái Nguyệt Thực</strong>: trùm tổ đội bốn người.</li></ul>
<h2>Lịch mùa giải</h2>
<table><tr><th>Tuần</th><th>Mở</th></tr><tr><td>1</td><td>Đảo Ngai Vàng, chương 1–3</td></tr><tr><td>2</td><td>Thủy Quái Nguyệt Thực</td></tr><tr><td>3</td><td>Lễ Hội Ánh Sao, chương 4–8</td></tr><tr><td>7</td><td>Hồi kết, chương 9–12</td></tr></table>
<h2>Chuẩn bị lên đường</h2>
<p>Hãy cập nhật lên phiên bản 2.4 trước khi nhổ neo, đường dẫn tải nằm ở <a href="/main/home">trang chủ</a>. Bài hướng dẫn về đảo mới sẽ lần lượt lên <a href="/main/event">trang tin tức</a> trong suốt mùa giải.</p>`,
    },
    'de-DE': {
      title: 'Saison 3 „Krone der Sternbilder“ hat begonnen',
      summary: 'Eine neue Insel, eine Geschichte in zwölf Kapiteln und ein Boss, der den Mond frisst.',
      html: `<p>Zwölf Throne stehen am Himmel, und nur einer leuchtet noch. Saison 3 führt dich an den Ort, an dem die Sternenkrone zerbrach.</p>
<h2>Das ist neu</h2>
<ul><li><strong>Die Throninsel</strong>: ein Ring aus Ruinen, der jede Woche um eine Ebene steigt.</li><li><strong>Zwölf Kapitel Geschichte</strong>, eines für jedes Sternbild.</li><li><strong>Der Finsternis-Leviathan</strong>, ein Boss für Vierergruppen.</li></ul>
<h2>Saisonkalender</h2>
<table><tr><th>Woche</th><th>Neu verfügbar</th></tr><tr><td>1</td><td>Throninsel, Kapitel 1–3</td></tr><tr><td>2</td><td>Finsternis-Leviathan</td></tr><tr><td>3</td><td>Sternenlichtfest, Kapitel 4–8</td></tr><tr><td>7</td><td>Finale, Kapitel 9–12</td></tr></table>
<h2>Mach dich bereit</h2>
<p>Aktualisiere vor der Abreise auf Version 2.4; die Links findest du auf der <a href="/main/home">Startseite</a>. Guides zur neuen Insel erscheinen im Lauf der Saison bei den <a href="/main/event">News</a>.</p>`,
    },
  },
} satisfies SeedArticle
