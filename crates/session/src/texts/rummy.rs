//! Why something is not done in games of rummy, and the words for tiles.

use super::catalogue::texts;

texts! {
    /// The colours of numbered tiles.
    ColourWord {
        Blue: "blue", "bleu";
        Red: "red", "rouge";
        Yellow: "yellow", "jaune";
        Black: "black", "noir";
    }
}

texts! {
    /// The letters of the colours of numbered tiles.
    ColourLetter {
        Blue: "b", "b";
        Red: "r", "r";
        Yellow: "y", "j";
        Black: "k", "n";
    }
}

texts! {
    /// Reasons why a command is refused.
    RummyRefusal {
        NotYourTurn: "it is the turn of {}", "c’est au tour de {}";
        Machine: "{} is a machine", "{} est une machine";
        NotAtTheBeginning: "draw first: undo takes back what you have done in this turn",
            "piochez d’abord : annule reprend ce que vous avez fait dans ce tour";
        AlreadyTaken: "you have taken from the pile already", "vous avez déjà pris la défausse";
        NotLegal: "not legal: {}", "pas permis : {}";
        DealOver: "the deal is over", "la donne est finie";
        GameOver: "the game is over", "la partie est finie";
        StillPlaying: "the deal is not over yet", "la donne n’est pas encore finie";
        NothingToRedo: "there is nothing to redo", "il n’y a rien à refaire";
        Players: "{} is for {} to {} players, not for {}", "{} se joue de {} à {}, pas à {}";
        Name: "`{}` cannot be a name: a name is a word without blanks and parentheses",
            "`{}` ne peut pas être un nom : un nom est un mot sans espaces ni parenthèses";
        SameName: "two players are called {}", "{} est le nom de deux joueurs";
        Empty: "nothing was entered", "rien n’a été entré";
        Unclosed: "this ( is never closed", "cette ( n’est jamais fermée";
        Unopened: "this ) has no (", "cette ) n’a pas de (";
        TooLong: "this is too long for a command", "c’est trop long pour une commande";
        Unknown: "`{}` is not a command; `help` lists the commands",
            "`{}` n’est pas une commande ; `aide` en donne la liste";
        Misused: "`{}` is not used like this; `help` shows how", "`{}` ne s’emploie pas ainsi ; voyez `aide`";
        NotALetter: "expected a letter from A to Z or *, found {}", "il faut une lettre de A à Z ou *, pas {}";
        NotATile: "expected a tile such as 9b, 12r or *, found {}", "il faut une pièce comme 9b, 12r ou *, pas {}";
        NotACard: "expected a card such as 9H, 10S, KD or *, found {}",
            "il faut une carte comme 9♥, 10♠, R♦ ou *, pas {}";
        NotAMahjongTile: "expected a tile such as 7B, E or F3, found {}",
            "il faut une pièce comme 7B, E ou F3, pas {}";
        NotAMeld: "expected a list of {}, found {}", "il faut une liste de {}, pas {}";
        NotANumber: "expected the number of a combination, found {}", "il faut le numéro d’une combinaison, pas {}";
        NoMeld: "there is no combination {}", "il n’y a pas de combinaison {}";
        NotThere: "{} is not in combination {}", "{} n’est pas dans la combinaison {}";
        NotInHand: "{} is not in your hand", "{} n’est pas dans votre main";
        Loose: "{} is loose: put every loose {} into a combination first, or reset",
            "{} traîne : mettez d’abord chaque {} isolée dans une combinaison, ou `efface`";
        NothingToUndo: "there is nothing to take back", "il n’y a rien à reprendre";
        NotAStep: "this command does not change the table", "cette commande ne change pas la table";
    }
}

texts! {
    /// Reasons why a turn is not legal.
    TurnRefusal {
        Idle: "draw a {} or place at least one; you may only pass when the stock is empty",
            "piochez ou posez au moins une {} ; on ne passe que si la pioche est vide";
        NothingPlaced: "the table is rearranged but no {} of your hand is placed",
            "la table est réarrangée mais aucune {} de votre main n’est posée";
        DrawnAndPlaced: "draw a tile or place tiles, not both in one turn",
            "piochez ou posez, pas les deux dans un même tour";
        TakenFromTable: "{} is taken from the table; {} on the table stay there",
            "{} est retiré de la table ; les {} de la table y restent";
        NotAMeld: "{} {}", "{} {}";
        TouchedTooEarly: "{} lies on the table; leave it alone until your own first placement is made",
            "{} est sur la table ; n’y touchez pas avant votre première pose";
        Opening: "the first placement {}", "la première pose {}";
        Locked: "{} is locked: first replace every joker in it by a fitting {} of your own hand",
            "{} est bloqué : remplacez-y d’abord chaque joker par une {} de votre main qui convient";
        LockedTogether: "the {} of your hand do not replace all the jokers of {}",
            "les {} de votre main ne remplacent pas tous les jokers de {}";
        OnlyAdd: "{} may only be added to", "on ne peut qu’ajouter à {}";
        TakeFirst: "take a {} first, from the stock or from the pile",
            "prenez d’abord une {}, de la pioche ou de la défausse";
        AlreadyDrawn: "you have drawn from the stock already", "vous avez déjà pioché";
        Over: "the deal is over", "la donne est finie";
        EmptyStock: "the stock is empty", "la pioche est vide";
        EmptyPile: "the pile is empty", "la défausse est vide";
        NoPile: "there is no discard pile in this game", "il n’y a pas de défausse dans ce jeu";
        Pile: "the pile may not be taken: {}", "la défausse ne peut pas être prise : {}";
        DiscardMissing: "discard a {} to end your turn", "défaussez une {} pour finir votre tour";
        KeepOne: "you must keep a {} to discard at the end", "vous devez garder une {} à défausser à la fin";
        Out: "you may not go out: {}", "vous ne pouvez pas finir : {}";
        Differs: "after this turn {}", "après ce tour : {}";
        FewTiles: "has fewer than 3 tiles", "a moins de 3 pièces";
        FewCards: "has fewer than 3 cards", "a moins de 3 cartes";
        FewLetters: "has fewer than 3 letters", "a moins de 3 lettres";
        JokersAlone: "is made of jokers alone", "n’est fait que de jokers";
        NoShape: "is neither a run of one colour nor a group of one number in different colours",
            "n’est ni une suite d’une couleur ni un groupe d’un nombre en couleurs différentes";
        NoCardShape: "is neither a run of one suit nor a group of one rank in different suits",
            "n’est ni une suite d’une couleur ni un groupe d’une valeur en couleurs différentes";
        ManyJokers: "has more than one joker", "a plus d’un joker";
        FitsNoWord: "fits no word of the dictionary", "ne correspond à aucun mot du dictionnaire";
        NotAWord: "is not in the dictionary", "n’est pas dans le dictionnaire";
        FewNaturals: "has fewer than two natural cards", "a moins de deux cartes naturelles";
        MixedRanks: "is not of one rank", "n’est pas d’une seule valeur";
        RedThree: "has a red three in it", "contient un trois rouge";
        WildBlackThrees: "mixes black threes with wild cards", "mêle des trois noirs et des cartes libres";
        ManyWild: "has more than three wild cards", "a plus de trois cartes libres";
        NoMahjongShape: "is neither a chow nor a pung nor a pair", "n’est ni un chow ni un pung ni une paire";
        Worth: "must be worth {} or more, not {}", "doit valoir {} ou plus, pas {}";
        PureRun: "needs a run without a joker", "demande une suite sans joker";
        Letters: "must be a word of {} letters or more, not of {}", "doit être un mot de {} lettres ou plus, pas de {}";
        OneWord: "must be a single word, not {}", "doit être un seul mot, pas {}";
        SecondOfRank: "{} is a second combination of its rank", "{} est une deuxième combinaison de cette valeur";
        BlackThrees: "black threes are placed only when you go out", "les trois noirs ne se posent qu’en finissant";
        Pair: "a pair is placed only when you go out", "une paire ne se pose qu’en finissant";
        WordTwice: "{} would stand on the table twice", "{} serait deux fois sur la table";
        PlaceTop: "{} must be placed in the same turn", "{} doit être posé dans le même tour";
        WildTop: "its top card is wild", "la carte du dessus est libre";
        BlockedTop: "its top card is wild or a black three", "la carte du dessus est libre ou un trois noir";
        Frozen: "it is frozen; place its top card with two natural cards of your hand",
            "elle est gelée ; posez la carte du dessus avec deux cartes naturelles de votre main";
        TwoMore: "its top card needs two more cards of your hand, one of them natural",
            "la carte du dessus demande deux cartes de votre main, dont une naturelle";
        SingleCard: "you hold a single card", "vous n’avez qu’une carte";
        NoCanasta: "your side has no canasta", "votre camp n’a pas de canasta";
        NotComplete: "it takes four combinations of three, a pair and no discard",
            "il faut quatre combinaisons de trois, une paire et pas de défausse";
    }
}
