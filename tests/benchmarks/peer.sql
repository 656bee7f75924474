with hand as materialized (
  select h.hand_id, s.context, h.players, coalesce(h.player_dealer_seat::varchar, '') as bank
  from '{log}/hands.parquet' h
  join '{prices}/contexts.parquet' s on s.cardroom = h.cardroom and s.game = h.game
    and s.option = h.option and s.players in (-1, h.players)
), bet as (
  select h.hand_id, c.charge, c.per, w.player, w.amount
  from '{log}/wagers.parquet' w
  join hand h using (hand_id)
  join '{prices}/counted.parquet' c on c.context = h.context and c.wager = w.wager
  where w.seat::varchar <> h.bank
), unit as (
  select hand_id, charge, '' as player, sum(amount) as amount from bet where per = 'hand' group by all
  union all
  select hand_id, charge, player, sum(amount) from bet where per = 'player' group by all
  union all
  select hand_id, charge, player, amount from bet where per = 'wager'
  union all
  select h.hand_id, c.charge, '', case c.basis when 'players' then h.players else 0 end
  from hand h join '{prices}/by_hand.parquet' c using (context)
), owed as (
  select u.hand_id, t.kind, u.player, sum(t.fee) as amount
  from unit u join '{prices}/tiers.parquet' t on t.charge = u.charge and u.amount between t.low and t.high
  group by all
), taken as (
  select c.hand_id, k.kind, case c.payer when 'player' then c.player else '' end as player, sum(c.amount) as amount
  from '{log}/collections.parquet' c join '{prices}/kinds.parquet' k using (payer, fee)
  where c.hand_id is not null
  group by all
), fees as (
  select count(*) filter (t.amount > o.amount and o.amount > 0) as over,
    count(*) filter (t.amount < o.amount and t.amount > 0) as under,
    count(*) filter (coalesce(t.amount, 0) = 0 and o.amount > 0) as missing
  from owed o left join taken t using (hand_id, kind, player)
), turns as (
  select player_dealer, lag(player_dealer, 1) over w as one, lag(player_dealer, 2) over w as two
  from '{log}/hands.parquet' where player_dealer is not null
  window w as (partition by cardroom, "table" order by started_at)
)
select over, under, missing, (select count(*) from turns where player_dealer = one and one = two) from fees
