import type { SeedArticle } from './seed-article.ts'

export const article = {
  id: 'a13',
  type: 3,
  createTs: 1791612000,
  img: '/art/articles/eclipse-leviathan.svg',
  pinned: false,
  hot: true,
  texts: {
    'en-US': {
      title: 'How to beat the Eclipse Leviathan',
      summary: 'Three phases, four players and one moon to save.',
      html: `<p>It circles the moon, and with every turn the sky grows darker. With the right order of things, a party of four brings it down in eight minutes.</p>
<h2>Your party</h2>
<ul><li>One shield: Tide Owl or a guardian weapon.</li><li>Two strikers with light or fire.</li><li>One helper with the Crown Stag blessing.</li></ul>
<h2>The fight, phase by phase</h2>
<ol><li><strong>Crescent</strong>: break the three glowing scales from left to right.</li><li><strong>Half moon</strong>: stand in the moonbeams; everywhere else drains your light.</li><li><strong>Eclipse</strong>: keep your big skill until the ring flashes gold, then strike together.</li></ol>
<h2>If it goes wrong</h2>
<p>Most parties fall at the second beam because they spread out. <em>Stay close</em>, let the shield go first and revive only between beams.</p>`,
    },
    'zh-CN': {
      title: '蚀月巨兽通关攻略',
      summary: '三个阶段，四名队友，一轮等你拯救的月亮。',
      html: `<p>它环绕着月亮，每转一圈，天色便暗一分。只要顺序正确，四人小队八分钟就能将它击落。</p>
<h2>队伍搭配</h2>
<ul><li>一名护盾：潮汐鸮或守护系武器。</li><li>两名输出：光属性或火属性。</li><li>一名辅助：携带冠冕鹿的祝福。</li></ul>
<h2>分阶段打法</h2>
<ol><li><strong>弯月</strong>：从左到右，依次击破三片发光的鳞。</li><li><strong>半月</strong>：站进月光里，其他位置会不断流失光能。</li><li><strong>月蚀</strong>：大招留到光环闪出金光的瞬间，全员一起释放。</li></ol>
<h2>总是失败怎么办</h2>
<p>多数队伍倒在第二道光柱，因为站位太散。<em>尽量靠拢</em>，让护盾先上，只在光柱间隙复活队友。</p>`,
    },
    'zh-HK': {
      title: '蝕月巨獸打法攻略',
      summary: '三個階段、四名隊友、一個等你拯救的月亮。',
      html: `<p>牠圍繞月亮盤旋，每轉一圈，天色就暗一分。只要次序正確，四人小隊八分鐘便可將牠擊落。</p>
<h2>隊伍配置</h2>
<ul><li>一名護盾：潮汐鴞或守護系武器。</li><li>兩名主力輸出：光屬性或火屬性。</li><li>一名輔助：帶備冠冕鹿的祝福。</li></ul>
<h2>各階段打法</h2>
<ol><li><strong>弯月</strong>：由左至右，逐一擊破三片發光鱗片。</li><li><strong>半月</strong>：站在月光之內，其他位置會持續流失光能。</li><li><strong>月蝕</strong>：大招留待光環閃出金光一刻，全隊齊放。</li></ol>
<h2>屢戰屢敗怎麼辦</h2>
<p>大部分隊伍都在第二道光柱倒下，原因是站位太散。<em>盡量靠攏</em>，讓護盾走在前面，並只在光柱之間復活隊友。</p>`,
    },
    'zh-TW': {
      title: '蝕月巨獸通關攻略',
      summary: '三個階段、四名隊友、一顆等你拯救的月亮。',
      html: `<p>牠繞著月亮盤旋，每轉一圈，天色就暗一分。只要順序對了，四人小隊八分鐘就能把牠打下來。</p>
<h2>隊伍搭配</h2>
<ul><li>一名坦克：潮汐鴞或守護系武器。</li><li>兩名輸出：光屬性或火屬性。</li><li>一名輔助：帶上冠冕鹿的祝福。</li></ul>
<h2>各階段打法</h2>
<ol><li><strong>弯月</strong>：由左到右，依序擊破三片發光的鱗。</li><li><strong>半月</strong>：站進月光裡，其他位置會一直流失光能。</li><li><strong>月蝕</strong>：大招留到光環閃金光的瞬間，全員一起放。</li></ol>
<h2>一直滅團怎麼辦</h2>
<p>大多數隊伍倒在第二道光柱，因為站位太散。<em>盡量靠攏</em>，讓坦克走前面，只在光柱空檔復活隊友。</p>`,
    },
    'th-TH': {
      title: 'วิธีปราบเลวีอาธานแห่งอุปราคา',
      summary: 'สามช่วง สี่ผู้เล่น และดวงจันทร์หนึ่งดวงที่รอให้คุณช่วย',
      html: `<p>มันวนรอบดวงจันทร์ และทุกครั้งที่วน ท้องฟ้าก็มืดลงอีกนิด ถ้าทำตามลำดับให้ถูก ทีมสี่คนล้มมันได้ใน 8 นาที</p>
<h2>จัดทีม</h2>
<ul><li>แทงก์ 1 คน: นกฮูกกระแสน้ำหรืออาวุธสายป้องกัน</li><li>ตัวทำดาเมจสองคน: ธาตุแสงหรือไฟ</li><li>ซัพพอร์ต 1 คน: พกพรของกวางมงกุฎ</li></ul>
<h2>วิธีเล่นแต่ละช่วง</h2>
<ol><li><strong>จันทร์เสี้ยว</strong>: ทำลายเกล็ดเรืองแสงสามชิ้นจากซ้ายไปขวา</li><li><strong>จันทร์ครึ่งดวง</strong>: ยืนในลำแสงจันทร์ จุดอื่นจะดูดพลังแสงของคุณ</li><li><strong>อุปราคา</strong>: เก็บท่าไม้ตายไว้จนวงแหวนวาบเป็นสีทอง แล้วปล่อยพร้อมกัน</li></ol>
<h2>ถ้าแพ้บ่อย</h2>
<p>ส่วนใหญ่ล้มที่ลำแสงที่สองเพราะยืนกระจายกัน <em>เกาะกลุ่มไว้</em> ให้โล่นำหน้า และชุบเพื่อนเฉพาะช่วงพักระหว่างลำแสง</p>`,
    },
    'ko-KR': {
      title: '월식의 리바이어선 공략',
      summary: '세 단계의 전투와 네 명의 파티, 그리고 구해야 할 달 하나.',
      html: `<p>리바이어선은 달을 맴돌며 한 바퀴마다 하늘을 어둡게 만듭니다. 순서만 지키면 4인 파티로 8분 안에 쓰러뜨릴 수 있습니다.</p>
<h2>추천 파티</h2>
<ul><li>방어 1명: 물결 올빼미 또는 수호 무기</li><li>공격 2명: 빛 또는 불 속성</li><li>지원 1명: 왕관 사슴의 축복</li></ul>
<h2>단계별 공략</h2>
<ol><li><strong>초승달</strong>: 빛나는 비늘 세 개를 왼쪽부터 차례로 부수세요.</li><li><strong>반달</strong>: 달빛 기둥 안에 서세요. 다른 곳에서는 빛이 계속 줄어듭니다.</li><li><strong>월식</strong>: 고리가 금빛으로 번쩍일 때까지 궁극기를 아꼈다가 함께 사용하세요.</li></ol>
<h2>자꾸 실패한다면</h2>
<p>대부분 두 번째 빛기둥에서 흩어져 있다가 쓰러집니다. <em>가까이 모여</em> 방어 담당이 앞장서고, 부활은 빛기둥 사이에만 시도하세요.</p>`,
    },
    'ja-JP': {
      title: '「蝕のリヴァイアサン」攻略',
      summary: '3つのフェーズ、4人の仲間、そして守るべき月。',
      html: `<p>リヴァイアサンは月のまわりを巡り、ひと回りするたびに空が暗くなります。手順さえ押さえれば、4人パーティで8分ほどで討伐できます。</p>
<h2>おすすめ編成</h2>
<ul><li>防御役1人：潮のフクロウ、または守護系の武器</li><li>攻撃役2人：光属性または火属性</li><li>支援役1人：冠のシカの祝福</li></ul>
<h2>フェーズ別の立ち回り</h2>
<ol><li><strong>三日月</strong>：光る3枚のうろこを、左から順に破壊しましょう。</li><li><strong>半月</strong>：月光の柱の中に立ちましょう。それ以外の場所では光が奪われ続けます。</li><li><strong>蝕</strong>：輪が金色に光る瞬間まで必殺技を温存し、全員で一斉に放ちましょう。</li></ol>
<h2>うまくいかないときは</h2>
<p>多くのパーティが、散らばったまま2本目の光を受けて倒れています。<em>固まって</em>行動し、防御役を先頭に、蘇生は光の合間に行いましょう。</p>`,
    },
    'vi-VN': {
      title: 'Cách hạ Thủy Quái Nguyệt Thực',
      summary: 'Ba giai đoạn, bốn người chơi và một vầng trăng cần giải cứu.',
      html: `<p>Nó lượn quanh mặt trăng, mỗi vòng trời lại tối thêm. Làm đúng thứ tự, tổ đội bốn người hạ được nó trong tám phút.</p>
<h2>Đội hình</h2>
<ul><li>Một người đỡ đòn: Cú Thủy Triều hoặc vũ khí hộ vệ.</li><li>Hai người gây sát thương hệ ánh sáng hoặc lửa.</li><li>Một người hỗ trợ với phước lành của Hươu Vương Miện.</li></ul>
<h2>Từng giai đoạn</h2>
<ol><li><strong>Trăng lưỡi liềm</strong>: phá ba chiếc vảy phát sáng từ trái sang phải.</li><li><strong>Bán nguyệt</strong>: đứng trong cột ánh trăng, chỗ khác sẽ hút cạn ánh sáng của bạn.</li><li><strong>Nguyệt thực</strong>: giữ tuyệt chiêu đến khi vòng sáng lóe vàng rồi cùng tung ra.</li></ol>
<h2>Nếu thất bại</h2>
<p>Phần lớn các đội gục ở cột sáng thứ hai vì đứng quá tản. Hãy <em>đứng gần nhau</em>, để người đỡ đòn đi trước và chỉ hồi sinh giữa hai đợt cột sáng.</p>`,
    },
    'de-DE': {
      title: 'So besiegst du den Finsternis-Leviathan',
      summary: 'Drei Phasen, vier Spieler und ein Mond, den ihr retten müsst.',
      html: `<p>Er umkreist den Mond, und mit jeder Runde wird der Himmel dunkler. In der richtigen Reihenfolge bringt ihn eine Vierergruppe in acht Minuten zu Fall.</p>
<h2>Deine Gruppe</h2>
<ul><li>Ein Schild: Gezeiteneule oder eine Wächterwaffe.</li><li>Zwei Angreifer mit Licht oder Feuer.</li><li>Eine Unterstützung mit dem Segen des Kronenhirschs.</li></ul>
<h2>Der Kampf, Phase für Phase</h2>
<ol><li><strong>Sichel</strong>: Zerstört die drei leuchtenden Schuppen von links nach rechts.</li><li><strong>Halbmond</strong>: Stellt euch in die Mondstrahlen; überall sonst verliert ihr Licht.</li><li><strong>Finsternis</strong>: Spart eure stärkste Fähigkeit auf, bis der Ring golden blitzt, und schlagt gemeinsam zu.</li></ol>
<h2>Wenn es nicht klappt</h2>
<p>Die meisten Gruppen scheitern am zweiten Strahl, weil sie sich verteilen. <em>Bleibt zusammen</em>, lasst den Schild vorgehen und belebt nur zwischen den Strahlen wieder.</p>`,
    },
  },
} satisfies SeedArticle
