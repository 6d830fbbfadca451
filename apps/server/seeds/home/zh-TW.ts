import type { HomeTexts } from './home-texts.ts';

export const home = {
  hero: {
    kicker: '《星墜編年史》官方儲值商城',
    title: '群星墜落之時，換你升起',
    subtitle: '在這裡儲值星晶與 HC 點數，購買完成後直接送到你的角色。',
    cta: '立即儲值',
  },
  features: [
    { id: 'worlds', icon: '/art/features/worlds.svg', title: '破碎蒼穹', text: '揚帆往返浮空島之間，每座島都誕生自一顆不同的墜星。' },
    { id: 'companions', icon: '/art/features/companions.svg', title: '星靈夥伴', text: '和承載星座之力的星靈結緣，讓牠們陪你一起戰鬥。' },
    { id: 'battles', icon: '/art/features/battles.svg', title: '蝕月之戰', text: '四人組隊，挑戰吞噬光芒的巨獸。' },
    { id: 'seasons', icon: '/art/features/seasons.svg', title: '流轉賽季', text: '每個賽季星空都會改變：新島嶼、新劇情、新獎勵。' },
  ],
  gameInfo: {
    title: '遊戲介紹',
    paragraphs: [
      '群星之冠碎裂的那一夜，碎片把大地撕成漂浮的島嶼。你是「承星者」，是世上少數還聽得見墜星歌聲的人。',
      '蒐集星光、結識夥伴，從極光港一路登上雲端的星之城。不論獨自冒險還是揪好友同行，每一步都會點亮一個星座。',
    ],
    facts: [
      { label: '類型', value: '奇幻動作 RPG' },
      { label: '人數', value: '單人，或最多 4 人組隊' },
      { label: '平台', value: 'iOS、Android、Windows' },
      { label: '建議年齡', value: '12 歲以上' },
    ],
  },
  footer: {
    about: {
      title: '關於我們',
      html: '<p><strong>Starfall Studio（示範）</strong>是虛構的遊戲發行商，《星墜編年史》則是本站的範例遊戲。從新聞到道具圖片，這裡的一切都是為了展示 HC Portal 的功能而製作。</p><p>HC Portal 是一套開放原始碼軟體，讓發行商架設自己的商城，直接販售遊戲道具與 HC 點數給玩家。本示範站的購買皆為模擬，<strong>不會收取任何真實費用</strong>。</p>',
    },
    contact: {
      title: '聯絡我們',
      html: '<p>訂單有問題嗎？請登入後從<a href="/main/account/user">個人中心</a>進入線上客服。聯絡前請先準備好訂單編號，可在<a href="/main/account/recharge">儲值紀錄</a>中查詢。</p><ul><li>電子信箱：support@starfall.example</li><li>服務時間：週一至週五 10:00–18:00（UTC）</li></ul><p>本站為示範站，上述信箱僅供展示，不會有人收信。</p>',
    },
    privacy: {
      title: '隱私權政策',
      html: '<p>本頁說明 Starfall Studio（示範）的示範商城會處理哪些資料，以及原因。</p><h2>我們儲存的資料</h2><ul><li>你的帳號 ID，以及你主動提供的電子信箱或手機號碼；</li><li>你的伺服器、角色、訂單與 HC 點數紀錄；</li><li>商城的使用情況：開啟了哪個頁面、載入與停留時間、購買進行到哪一步，以及從哪個連結過來，用來改善商城體驗。統計不會識別任何玩家，可以在本頁最下方關閉。</li></ul><p>密碼只會以不可還原的雜湊值儲存。</p><h2>Cookie 與瀏覽器儲存空間</h2><p>一個 Cookie 會記住你選的語言，保存一年；另一個只在你用 Facebook、Google、Apple 或 WeChat 登入時存在十分鐘。瀏覽器的本機儲存空間會保存你的登入狀態、角色清單、地區、還沒得到回應的訂單，以及一組隨機產生的裝置識別碼。這些是商城運作和統計使用情況所需要的。本站沒有任何廣告追蹤。</p><h2>付款</h2><p>付款是在金流業者的頁面上完成，我們不會取得你的信用卡卡號。</p><h2>保存期限與提供對象</h2><p>訂單依會計法規要求的期限保存。資料只會提供給發送道具的遊戲伺服器，以及處理付款的金流業者。</p><h2>你的權利</h2><p>在<a href="/main/account/user">個人中心</a>可以下載或刪除你的所有資料。需要更正或有任何疑問時，請在那裡聯絡客服。你也可以向個資保護主管機關申訴。</p>',
    },
    agreement: {
      title: '使用者條款',
      html: '<p>使用本示範商城，即表示你同意以下內容。</p><h2>你的帳號</h2><p>請妥善保管密碼。登入期間的購買行為由你本人負責。未成年玩家請先取得家長或監護人同意。</p><h2>訂單</h2><ul><li>付款前會以美元顯示價格。</li><li>未付款的訂單通常在五分鐘後失效。</li><li>道具會送到你選擇的伺服器與角色，請務必確認。</li></ul><h2>HC 點數與道具</h2><p>1 美元可換得 100 HC 點數，部分方案會加贈點數。點數與道具僅能在本商城與遊戲內使用，無法兌換現金，也無法轉移到其他帳號。</p><h2>退款</h2><p>若道具沒有入帳，請聯絡客服，我們會補發或退款。你依法享有的權利不受影響。退款時，該筆購買所發送的內容將會收回。</p><h2>示範說明</h2><p>本站並非真實交易，資料可能隨時重置。</p>',
    },
  },
} satisfies HomeTexts;
