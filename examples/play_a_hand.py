"""Play one hand of Nanchang mahjong with bots and print every payment with its arithmetic."""

from paizhuo import Bot, Game, Rules, format_tiles

game = Game(Rules.nanchang("classic"), seed=7)
bots = [Bot("steady", seed=seat) for seat in range(4)]

while not game.over:
    for seat in game.awaiting():  # in a claim window several seats may be asked
        game.play(seat, bots[seat].choose(game, seat))

if game.jing is not None:
    print("jing", *(format_tiles([kind]) for kind in game.jing))
print("winner", "nobody" if game.won_by is None else f"seat {game.won_by}")
for line in game.ledger:
    print(f"seat {line.giver} → seat {line.taker} {line.points:>4}  {line.text('en')}  [{line.clause}]")
print("points", *(f"{points:+d}" for points in game.scores))
