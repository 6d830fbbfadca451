import type { HomeTexts } from './home-texts.ts';

export const home = {
  hero: {
    kicker: '《星墜編年史》官方增值網店',
    title: '星辰殞落，由你崛起',
    subtitle: '在此增值星晶及 HC 點數，購買後即時送到你的角色。',
    cta: '立即增值',
  },
  features: [
    { id: 'worlds', icon: '/art/features/worlds.svg', title: '破碎天際', text: '揚帆穿梭浮空島，每座島嶼都源自一顆不同的墜星。' },
    { id: 'companions', icon: '/art/features/companions.svg', title: '星靈夥伴', text: '與承載星座之力的星靈結緣，讓牠們與你並肩作戰。' },
    { id: 'battles', icon: '/art/features/battles.svg', title: '蝕月戰場', text: '四人組隊，合力擊退吞噬光芒的巨獸。' },
    { id: 'seasons', icon: '/art/features/seasons.svg', title: '星季更替', text: '每個賽季星空都會轉變：新島嶼、新故事、新獎賞。' },
  ],
  gameInfo: {
    title: '遊戲簡介',
    paragraphs: [
      '群星之冠碎裂當晚，碎片將大地撕成一座座漂浮島嶼。你是「承星者」，是世上少數仍能聽見墜星歌聲的人。',
      '收集星光、結識夥伴，由極光港一直攀上雲端的星之城。無論獨自闖蕩，還是與朋友同行，每一步都會點亮一個星座。',
    ],
    facts: [
      { label: '類型', value: '奇幻動作 RPG' },
      { label: '人數', value: '單人，或最多 4 人組隊' },
      { label: '平台', value: 'iOS、Android、Windows' },
      { label: '適合年齡', value: '12 歲或以上' },
    ],
  },
  footer: {
    about: {
      title: '關於我們',
      html: '<p><strong>Starfall Studio（示範）</strong>是虛構的遊戲發行商，《星墜編年史》則是本網站的示範遊戲。由消息到道具圖片，這裏的一切都是為了展示 HC Portal 的功能而製作。</p><p>HC Portal 是一套開源軟件，讓發行商開設自己的網店，直接向玩家發售遊戲道具及 HC 點數。本示範網站的購買均屬模擬，<strong>不會收取任何真實費用</strong>。</p>',
    },
    contact: {
      title: '聯絡我們',
      html: '<p>訂單遇到問題？請登入後在<a href="/main/account/user">個人中心</a>聯絡客戶服務。聯絡前請備妥訂單編號，可於<a href="/main/account/recharge">增值記錄</a>查閱。</p><ul><li>電郵：support@starfall.example</li><li>服務時間：星期一至五 10:00–18:00（UTC）</li></ul><p>本網站為示範網站，上述電郵地址僅供展示，不會有人查閱。</p>',
    },
    privacy: {
      title: '私隱政策',
      html: '<p>本頁說明 Starfall Studio（示範）的示範網店會處理哪些資料及其原因。</p><h2>我們儲存的資料</h2><ul><li>你的帳戶 ID，以及你自願提供的電郵地址或手提電話號碼；</li><li>你的伺服器、角色、訂單及 HC 點數記錄；</li><li>網店的使用情況：開啟了哪個網頁、載入及停留時間、購買進行到哪一步，以及由哪條連結到來，用以改善網店。統計不會識別任何玩家，你可在本頁末端關閉。</li></ul><p>密碼只會以不可還原的雜湊形式儲存。</p><h2>Cookie 及瀏覽器儲存空間</h2><p>一個 Cookie 會記住你選擇的語言，為期一年；另一個只在你以 Facebook、Google、Apple 或 WeChat 登入期間存在十分鐘。瀏覽器的本機儲存空間會保存你的登入狀態、角色列表、地區、尚未得到回覆的訂單，以及一組隨機產生的裝置識別碼。這些都是網店運作及統計使用情況所需。本網站沒有任何廣告追蹤。</p><h2>付款</h2><p>付款程序在付款服務供應商的網頁上完成，我們不會取得你的信用卡號碼。</p><h2>保留期限及轉移</h2><p>訂單會按會計法規要求的期限保留。資料只會交予派送道具的遊戲伺服器，以及處理付款的服務供應商。</p><h2>你的權利</h2><p>你可於<a href="/main/account/user">個人中心</a>下載或刪除你的所有資料。如需更正或有任何疑問，請在該處聯絡客戶服務。你亦可向私隱監管機構投訴。</p>',
    },
    agreement: {
      title: '用戶協議',
      html: '<p>使用本示範網店，即表示你同意以下各項。</p><h2>你的帳戶</h2><p>請妥善保管密碼。登入期間的購買由你本人負責。未成年玩家請先徵得家長或監護人同意。</p><h2>訂單</h2><ul><li>付款前會以美元顯示價格。</li><li>未付款的訂單一般會在五分鐘後逾期。</li><li>道具會送到你所選的伺服器及角色，請小心核對。</li></ul><h2>HC 點數及道具</h2><p>1 美元可換取 100 HC 點數，部分組合會額外送贈點數。點數及道具只限於本網店及遊戲內使用，不可兌換現金，亦不可轉移至其他帳戶。</p><h2>退款</h2><p>如未收到道具，請聯絡客戶服務，我們會補發或退款。你的法定權利不受影響。退款時，該次購買所派發的內容將予收回。</p><h2>示範說明</h2><p>本網站並非真實交易，資料可能隨時重設。</p>',
    },
  },
} satisfies HomeTexts;
